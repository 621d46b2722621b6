import type { MinterFileProblem } from './minter-refusals.ts';
import type { FieldProblem, Misfit, None, Said } from './parameters.ts';

/** Refusals of an Archive about items, their labels, relations, files and imported lines. */
export interface ItemRefusals {
  'item-not-found':
    | { readonly reason: 'label'; readonly label: string }
    | { readonly reason: 'described'; readonly label: string; readonly by: string }
    | { readonly reason: 'copy-source'; readonly label: string }
    | { readonly reason: 'said'; readonly origin: string; readonly said: Said };
  'item-removed':
    | { readonly reason: 'stays'; readonly label: string }
    | { readonly reason: 'before'; readonly label: string }
    | { readonly reason: 'because'; readonly label: string; readonly because: string }
    | { readonly reason: 'on'; readonly label: string; readonly date: string; readonly because: string }
    | { readonly reason: 'said'; readonly origin: string; readonly said: Said };
  'item-withdrawn': { readonly label: string; readonly date: string; readonly because: string };
  'item-changed':
    | { readonly reason: 'meanwhile'; readonly label: string }
    | { readonly reason: 'revision'; readonly label: string; readonly revision: number }
    | { readonly reason: 'transfer'; readonly transfer: string };
  'item-refused':
    | { readonly reason: 'not-original'; readonly label: string }
    | { readonly reason: 'no-metadata' | 'no-member' | 'never-member'; readonly label: string }
    | { readonly reason: 'describes'; readonly label: string; readonly other: string }
    | { readonly reason: 'archive-service'; readonly label: string }
    | { readonly reason: 'no-editions' | 'one-service'; readonly label: string }
    | { readonly reason: 'not-added'; readonly label: string; readonly ibip: string }
    | { readonly reason: 'in-transfer'; readonly label: string }
    | { readonly reason: 'withdrawn' | 'withdrawn-before' | 'not-withdrawn'; readonly label: string }
    | { readonly reason: 'restored'; readonly label: string }
    | { readonly reason: 'removed-here'; readonly label: string }
    | { readonly reason: 'original-here'; readonly label: string }
    | { readonly reason: 'no-copy'; readonly label: string }
    | { readonly reason: 'described-otherwise'; readonly label: string; readonly here: string; readonly there: string }
    | { readonly reason: 'moves-with'; readonly label: string; readonly other: string }
    | { readonly reason: 'others-links'; readonly label: string }
    | { readonly reason: 'no-original-any-more'; readonly label: string }
    | { readonly reason: 'both-here'; readonly label: string }
    | { readonly reason: 'not-held'; readonly label: string }
    | { readonly reason: 'holds-original'; readonly label: string }
    | { readonly reason: 'holds-copy'; readonly label: string; readonly from: string }
    | { readonly reason: 'holds-tombstone'; readonly label: string }
    | { readonly reason: 'handing-over'; readonly label: string; readonly to: string }
    | { readonly reason: 'taking-over'; readonly label: string; readonly from: string };
  'label-invalid':
    | ({ readonly reason: 'label' | 'ibip' | 'repository'; readonly text: string } & Misfit)
    | { readonly reason: 'future'; readonly label: string }
    | { readonly reason: 'not-minted' | 'resolver-service'; readonly label: string }
    | { readonly reason: 'relation'; readonly text: string; readonly label: string };
  'label-taken':
    | { readonly reason: 'here' | 'disputed' | 'reserved'; readonly label: string }
    | { readonly reason: 'elsewhere'; readonly label: string; readonly address: string }
    | { readonly reason: 'differs'; readonly label: string; readonly difference: Difference }
    | { readonly reason: 'other-item'; readonly label: string; readonly here: string; readonly there: string };
  'alias-invalid':
    | ({ readonly reason: 'unfit'; readonly text: string } & Misfit)
    | { readonly reason: 'too-many'; readonly max: number };
  'alias-taken':
    | { readonly reason: 'here'; readonly alias: string; readonly label: string }
    | { readonly reason: 'there'; readonly alias: string; readonly here: string; readonly there: string }
    | { readonly reason: 'elsewhere'; readonly alias: string; readonly label: string }
    | { readonly reason: 'announced'; readonly alias: string; readonly service: string; readonly address: string }
    | { readonly reason: 'mintable'; readonly alias: string };
  'alias-minted':
    | { readonly reason: 'minted'; readonly alias: string }
    | { readonly reason: 'mintable'; readonly alias: string; readonly minter: string };
  'alias-unknown': { readonly label: string; readonly alias: string };
  'metadata-invalid': { readonly problems: readonly FieldProblem[] };
  'edition-exists':
    | { readonly reason: 'next'; readonly earlier: string; readonly next: string }
    | { readonly reason: 'said'; readonly earlier: string; readonly next: string }
    | { readonly reason: 'previous'; readonly later: string; readonly previous: string }
    | { readonly reason: 'one-place'; readonly label: string; readonly other: string };
  'edition-order':
    | { readonly reason: 'itself'; readonly label: string }
    | { readonly reason: 'same-item'; readonly earlier: string; readonly later: string }
    | { readonly reason: 'already'; readonly earlier: string; readonly later: string }
    | { readonly reason: 'one-item'; readonly label: string; readonly other: string }
    | { readonly reason: 'loop'; readonly label: string; readonly other: string };
  'translation-exists':
    | { readonly reason: 'itself'; readonly label: string }
    | { readonly reason: 'translation'; readonly language: string; readonly label: string }
    | { readonly reason: 'version'; readonly language: string; readonly label: string }
    | { readonly reason: 'no-language'; readonly label: string };
  'relation-not-found': { readonly label: string; readonly other: string; readonly linked: readonly string[] };
  'proposal-not-found': { readonly id: string };
  'proposal-settled':
    | { readonly reason: 'state'; readonly id: string; readonly state: string }
    | { readonly reason: 'not-said'; readonly address: string }
    | { readonly reason: 'removed'; readonly item: string }
    | { readonly reason: 'withdrawn'; readonly id: string; readonly said: Said };
  'language-invalid':
    | { readonly reason: 'unfit'; readonly text: string }
    | { readonly reason: 'other'; readonly label: string; readonly known: string; readonly language: string }
    | { readonly reason: 'unknown'; readonly label: string; readonly archive: string };
  'network-invalid': { readonly text: string } & Misfit;
  'target-missing': { readonly target: string; readonly files: string };
  'nothing-to-change': None;
  'reason-missing': { readonly reason: 'tombstone' | 'proposal' | 'return'; readonly max: number };
  'cursor-invalid': { readonly cursor: string };
  'changes-restored': { readonly cursor: string };
  'changes-unready': None;
  'zip-unready': { readonly label: string };
  'search-too-wide': { readonly reason: 'stars' | 'words'; readonly max: number };
  'search-too-slow': { readonly seconds: number };
  'too-many-searches': { readonly seconds: number };
  'archive-service-fixed': { readonly label: string };
  'file-embargoed': { readonly label: string; readonly until: string };
  'embargo-invalid': { readonly text: string };
  'client-not-allowed': { readonly label: string; readonly address: string; readonly metadata: string };
  'description-closed':
    | { readonly reason: 'here'; readonly label: string }
    | { readonly reason: 'there'; readonly label: string; readonly origin: string };
  'file-list-closed':
    | { readonly reason: 'here'; readonly label: string }
    | { readonly reason: 'there'; readonly label: string; readonly origin: string };
  'no-files': { readonly reason: 'none' } | { readonly reason: 'paths'; readonly paths: string };
  'file-name-invalid':
    | ({ readonly reason: 'unfit' | 'unkept'; readonly path: string } & Misfit)
    | ({ readonly reason: 'upload' } & Misfit)
    | { readonly reason: 'outside'; readonly path: string }
    | { readonly reason: 'encoding'; readonly path: string; readonly encoding: string }
    | { readonly reason: 'bytes'; readonly path: string };
  'file-name-taken':
    | { readonly reason: 'case'; readonly path: string }
    | { readonly reason: 'both'; readonly path: string; readonly one: string; readonly other: string };
  'too-many-files': { readonly max: number };
  'file-too-large':
    | { readonly reason: 'come'; readonly path: string; readonly bytes: number; readonly max: number }
    | { readonly reason: 'known'; readonly path: string; readonly bytes: number; readonly max: number }
    | { readonly reason: 'announced'; readonly max: number }
    | { readonly reason: 'upload'; readonly id: string; readonly bytes: number };
  'documents-exist': { readonly reason: 'deposit' | 'left-behind'; readonly label: string };
  'file-missing':
    | { readonly reason: 'of-item'; readonly path: string; readonly label: string }
    | { readonly reason: 'not-listed'; readonly path: string; readonly label: string }
    | { readonly reason: 'upload'; readonly id: string }
    | { readonly reason: 'address'; readonly address: string };
  'file-unreadable':
    | { readonly reason: 'failed'; readonly path: string; readonly cause: string }
    | { readonly reason: 'not-found'; readonly path: string; readonly cause: string }
    | { readonly reason: 'not-utf-8'; readonly path: string; readonly cause: string }
    | { readonly reason: 'unwritable'; readonly path: string; readonly cause: string }
    | ({ readonly reason: 'no-proof'; readonly path: string } & Misfit)
    | { readonly reason: 'no-head'; readonly path: string }
    | { readonly reason: 'outside'; readonly path: string; readonly folder: string }
    | { readonly reason: 'shorter'; readonly path: string }
    | { readonly reason: 'several'; readonly path: string }
    | { readonly reason: 'link'; readonly path: string }
    | { readonly reason: 'no-file'; readonly path: string };
  'file-damaged':
    | { readonly reason: 'catalogue'; readonly path: string; readonly label: string }
    | { readonly reason: 'here'; readonly path: string; readonly label: string }
    | { readonly reason: 'line'; readonly path: string; readonly bytes: number; readonly sha256: string };
  /** `formats` are the media types that there are. */
  'format-not-offered': { readonly label: string; readonly formats: readonly string[] };
  /** `path` is the file or the folder at fault. */
  'package-invalid':
    | { readonly reason: 'incomplete'; readonly path: string; readonly missing: number }
    | {
        readonly reason:
          | 'no-package'
          | 'no-items'
          | 'no-storage-root'
          | 'declaration'
          | 'no-record'
          | 'unreadable'
          | 'link'
          | 'outside'
          | 'unlisted'
          | 'missing'
          | 'hash'
          | 'undescribed'
          | 'unnamed'
          | 'too-many'
          | 'too-large';
        readonly path: string;
      };
  'copy-differs': { readonly path: string; readonly sha256: string; readonly announced: string };
  'record-invalid':
    | { readonly reason: 'field'; readonly place: string; readonly expected: FieldExpectation }
    | { readonly reason: 'choice'; readonly place: string; readonly choices: string }
    | { readonly reason: 'removal'; readonly place: string; readonly max: number }
    | { readonly reason: 'unknown-field'; readonly name: string; readonly place: string }
    | { readonly reason: 'line-too-long'; readonly max: number }
    | { readonly reason: 'line-not-utf-8' }
    | { readonly reason: 'no-json' }
    | { readonly reason: 'no-object' }
    | MinterFileProblem;
}

/** The part in which an item that is here differs from the imported line. */
export type Difference = 'item' | 'labels' | 'aliases' | 'description' | 'files';

/** What a field of an imported line, or of an item of another Archive, should be. */
export type FieldExpectation =
  | 'data'
  | 'one-of-the-files'
  | 'media-type'
  | 'open-or-closed'
  | 'known-encoding'
  | 'description'
  | 'text'
  | 'whole-number'
  | 'list-of-texts'
  | 'list'
  | 'object-of-texts'
  | 'object'
  | 'value'
  | 'time'
  | 'repository'
  | 'other-label'
  | 'no-files'
  | 'files'
  | 'only-copy'
  | 'only-deleted'
  | 'only-original'
  | 'original-url'
  | 'path-or-object'
  | 'path'
  | 'sha256'
  | 'each-once'
  | 'not-before-created'
  | 'history'
  | 'claims';
