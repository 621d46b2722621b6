import type { Misfit, None, Said } from './parameters.ts';

/** Refusals of a minter of any identifiers. */
export interface MinterRefusals {
  'minter-not-found': { readonly minter: string };
  'minter-exists': { readonly minter: string };
  'names-shared': { readonly minter: string; readonly naan: string };
  'minter-name-invalid': None;
  'minter-binds-only':
    | { readonly reason: 'mint' | 'queue' }
    | { readonly reason: 'no-counters'; readonly issued: number };
  'minter-damaged': None;
  'template-invalid': { readonly reason: 'create' | 'validate'; readonly template: string } & Misfit;
  'term-invalid': { readonly term: string };
  'authority-missing': { readonly reason: 'missing' | 'naan' };
  'seed-invalid': { readonly max: number };
  'policy-invalid': { readonly reason: 'too-long'; readonly max: number } | { readonly reason: 'character' };
  'identifier-invalid':
    | { readonly reason: 'missing'; readonly operation: 'bind' | 'queue' | 'validate' }
    | { readonly reason: 'too-long'; readonly what: NamedText; readonly max: number }
    | { readonly reason: 'character'; readonly what: NamedText }
    | { readonly reason: 'no-rule'; readonly id: string }
    | { readonly reason: 'prefix'; readonly id: string }
    | { readonly reason: 'not-new'; readonly how: string }
    | { readonly reason: 'not-utf-8'; readonly text: string }
    | ({ readonly reason: 'unfit' } & IdentifierProblem)
    | {
        readonly reason: 'foreign';
        readonly operation: 'bind' | 'hold' | 'queue';
        readonly problems: readonly IdentifierProblem[];
      };
  'identifier-unissued': { readonly id: string };
  'name-state-invalid': { readonly id: string; readonly state: 'reserved'; readonly before: 'public' | 'withdrawn' };
  'identifiers-exhausted': { readonly limit: string };
  'identifiers-held': { readonly total: number };
  'element-missing': { readonly reason: 'bind'; readonly how: string } | { readonly reason: 'mint' };
  'value-missing': { readonly how: string; readonly element: string };
  'value-too-large':
    | { readonly reason: 'value' | 'node' | 'rule'; readonly bytes: number; readonly max: number }
    | { readonly reason: 'together'; readonly count: number; readonly bytes: number; readonly max: number }
    | { readonly reason: 'record'; readonly id: string; readonly bytes: number; readonly max: number }
    | { readonly reason: 'input'; readonly max: number };
  'binding-invalid': { readonly reason: 'unknown' | 'value'; readonly how: string };
  'binding-missing':
    | { readonly reason: 'how'; readonly how: string; readonly id: string; readonly element: string }
    | { readonly reason: 'none'; readonly id: string; readonly element: string };
  'binding-exists': { readonly how: string; readonly id: string; readonly element: string };
  'rules-too-long': { readonly max: number };
  'pattern-invalid': { readonly pattern: string; readonly said: Said };
  'pepper-missing': { readonly id: string };
  'pepper-wrong': { readonly id: string };
  'queue-time-invalid': { readonly reason: 'missing' } | { readonly reason: 'unknown'; readonly when: string };
}

export type NamedText =
  | 'identifier'
  | 'element'
  | 'key'
  | 'note'
  | 'pattern'
  | 'naan-template'
  | 'naa-sub-naa'
  | { readonly field: string };

/** An identifier that a minter could not have minted. */
export interface IdentifierProblem extends Misfit {
  readonly id: string;
  readonly template: string;
}

/** Why the file of a whole minter, or a dump of one, is refused. */
export type MinterFileProblem =
  | { readonly reason: 'on-line'; readonly line: number; readonly said: Said }
  | { readonly reason: 'empty' }
  | { readonly reason: 'binary' }
  | { readonly reason: 'neither' }
  | { readonly reason: 'format'; readonly format: string }
  | { readonly reason: 'version'; readonly version: number }
  | { readonly reason: 'no-kind' }
  | { readonly reason: 'no-template'; readonly template: string }
  | { readonly reason: 'one-of'; readonly name: string; readonly choices: string }
  | { readonly reason: 'at-most'; readonly name: string; readonly max: number }
  | { readonly reason: 'sequence'; readonly template: string; readonly problem: SequenceProblem }
  | { readonly reason: 'element-empty' }
  | { readonly reason: 'kept-text'; readonly name: string; readonly max: number }
  | { readonly reason: 'pattern'; readonly name: string; readonly pattern: string }
  | { readonly reason: 'is'; readonly name: string; readonly kind: FieldKind }
  | { readonly reason: 'twice'; readonly what: 'id' | 'note' | 'day'; readonly name: string }
  | { readonly reason: 'queued-already'; readonly id: string }
  | { readonly reason: 'after-end' }
  | { readonly reason: 'cut' }
  | { readonly reason: 'counts'; readonly kind: string; readonly told: number; readonly found: number }
  | { readonly reason: 'several-databases' }
  | { readonly reason: 'key-without-value' }
  | { readonly reason: 'no-blank' }
  | { readonly reason: 'dump-cut' }
  | { readonly reason: 'dump-header' }
  | { readonly reason: 'dump-version'; readonly version: string }
  | { readonly reason: 'dump-type'; readonly type: string }
  | { readonly reason: 'dump-format' }
  | { readonly reason: 'hexadecimal'; readonly position: number }
  | { readonly reason: 'dump-no-template' }
  | { readonly reason: 'dump-template'; readonly template: string }
  | { readonly reason: 'dump-meaning'; readonly key: string; readonly kept: string; readonly meaning: string }
  | { readonly reason: 'dump-counter'; readonly counter: number }
  | { readonly reason: 'dump-sequence'; readonly template: string; readonly problem: SequenceProblem }
  | { readonly reason: 'dump-number'; readonly key: string; readonly text: string }
  | { readonly reason: 'dump-list'; readonly key: string; readonly text: string };

export type FieldKind = 'object' | 'not-empty' | 'whole-number' | 'whole-numbers' | 'boolean' | 'value';

/** Why a minter with its template cannot have this state. */
export type SequenceProblem =
  | { readonly reason: 'issued'; readonly issued: number; readonly total: string }
  | { readonly reason: 'only-random' }
  | { readonly reason: 'count'; readonly count: number; readonly found: number }
  | { readonly reason: 'beyond'; readonly counter: number; readonly end: number; readonly value: number }
  | { readonly reason: 'sum'; readonly issued: number }
  | { readonly reason: 'lists' }
  | { readonly reason: 'wrong-list'; readonly counter: number }
  | { readonly reason: 'order' };

/** Why an identifier was not put into the queue, or not taken out of it. */
export interface QueueRefusal {
  readonly reason: 'held' | 'queued-already' | 'unqueued-already' | 'not-queued';
  readonly id: string;
  /** The record of the identifier, as the minter keeps it. */
  readonly circulation: string;
}
