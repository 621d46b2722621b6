import type { QueueRefusal, Refusal } from '@perene/api/refusals';
import { parseTemplate, type Template } from '@perene/core/noid';
import type {
  IdentifierRecord,
  MinterDefinition,
  MinterProgress,
  PastBinding,
} from '../../../ports/minting/minter-store.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { Patterns } from '../../../ports/system/patterns.ts';
import type { QuickSecrets } from '../../../ports/system/secrets.ts';

export interface MinterTools {
  readonly clock: Pick<Clock, 'now'>;
  readonly secrets: QuickSecrets;
  readonly patterns: Patterns;
}

/** The contact that a minter works for, and its log. */
export interface MinterWork extends MinterTools {
  readonly contact: string;
  /** The batch to which the changes belong. */
  readonly batch?: string;
  readonly log: (event: MinterEvent) => void;
}

/** What a minter does, for its log. */
export type MinterEvent =
  | { readonly kind: 'hold'; readonly id: string; readonly isHeld: boolean; readonly date: string }
  | { readonly kind: 'not-queued'; readonly refused: QueueRefusal }
  | { readonly kind: 'queued'; readonly id: string; readonly place: string }
  | { readonly kind: 'queued-unminted' | 'queued-again'; readonly id: string }
  | { readonly kind: 'unissued-bound' | 'held-in-queue'; readonly id: string }
  | { readonly kind: 'circulation'; readonly circulation: string }
  | { readonly kind: 'note'; readonly key: string; readonly contact: string }
  | { readonly kind: 'counter-reset'; readonly date: string }
  | { readonly kind: 'stopped'; readonly refusal: Refusal }
  | {
      readonly kind: 'not-issued-again' | 'unqueued-issued' | 'queued-passed-over';
      readonly id: string;
      readonly circulation: string;
    };

/** A change of what is bound, as the history keeps it. */
export const pastOf = (
  { clock, contact, batch }: MinterWork,
  changed: Pick<PastBinding, 'id' | 'element' | 'value'>,
): PastBinding => ({ ...changed, at: clock.now(), who: contact, batch });

/** The progress of a minter that has issued nothing. */
export const UNUSED: MinterProgress = {
  sequence: { issued: 0, counters: [], active: [], full: [] },
  mints: 0,
  held: 0,
  queued: 0,
  firstNumber: 1,
  datedNumber: 1,
  latestDate: '0',
  policy: '',
};

const templates = new WeakMap<MinterDefinition, Template>();

/** The template of an existing minter, which was accepted when it was created. */
export const templateOf = (definition: MinterDefinition): Template => {
  const known = templates.get(definition);
  if (known !== undefined) return known;
  const answer = parseTemplate(definition.template);
  if (!answer.ok) throw new Error(`a minter has the template ${definition.template}, which is none`);
  templates.set(definition, answer.value);
  return answer.value;
};

export const isLongTerm = ({ term }: MinterDefinition): boolean => term === 'long';

/** The circulation record as the original shows it; empty for an identifier that was never issued or queued. */
export const circulationOf = (record: IdentifierRecord | undefined): string =>
  record === undefined || record.status === ''
    ? ''
    : `${record.status}|${record.date}|${record.contact}|${record.position}`;
