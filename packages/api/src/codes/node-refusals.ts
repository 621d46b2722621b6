import type { Misfit, None } from './parameters.ts';

/** Refusals of a node about its settings, its clock, its data, its backups and its keys. */
export interface NodeRefusals {
  /** `setting` names the flag, variable or key of the file in which the setting was, or can be, given. */
  'setting-invalid':
    | ({ readonly reason: 'unfit'; readonly setting: string; readonly text: string } & Misfit)
    | ({ readonly reason: 'unfit-secret'; readonly setting: string } & Misfit)
    | ({ readonly reason: 'expected'; readonly setting: string } & Misfit)
    | { readonly reason: 'unknown'; readonly path: string; readonly name: string; readonly known: string }
    | { readonly reason: 'no-text'; readonly path: string; readonly name: string }
    | { readonly reason: 'needs'; readonly setting: string; readonly other: string }
    | { readonly reason: 'resolver-missing' }
    | { readonly reason: 'registration-key-missing' }
    | { readonly reason: 'key-unfit' }
    | { readonly reason: 'key-in-file'; readonly path: string }
    | { readonly reason: 'own-machine'; readonly command: string }
    | { readonly reason: 'server-and-here'; readonly setting: string }
    | { readonly reason: 'address-unknown'; readonly host: string; readonly cause: string }
    | { readonly reason: 'address-unfit'; readonly address: string };
  'settings-file-unreadable': { readonly path: string; readonly cause: string };
  'clock-behind': { readonly seconds: string; readonly last: string };
  'clock-unset': { readonly now: string };
  'dates-unproved': { readonly now: string };
  'count-out-of-range': {
    readonly reason: 'labels' | 'identifiers';
    readonly count: number;
    readonly max: number;
  };
  'data-folder-unusable':
    | { readonly reason: 'unopened'; readonly path: string; readonly cause: string }
    | { readonly reason: 'not-made'; readonly path: string; readonly cause: string }
    | { readonly reason: 'berkeley'; readonly path: string }
    | { readonly reason: 'emptied' | 'absent'; readonly path: string };
  'database-away': None;
  'database-busy': { readonly database: string; readonly seconds: number };
  'database-failed':
    | { readonly reason: 'failed'; readonly database: string; readonly cause: string }
    | { readonly reason: 'unreached'; readonly database: string; readonly cause: string }
    | { readonly reason: 'no-url' }
    | { readonly reason: 'encoding'; readonly database: string; readonly encoding: string };
  'value-unkept': { readonly reason: 'null-character' | 'half-character' | 'large-integer' };
  'database-newer': { readonly reason: 'data' | 'backup'; readonly version: number; readonly known: number };
  'cannot-listen':
    | { readonly reason: 'address'; readonly host: string; readonly port: number; readonly cause: string }
    | { readonly reason: 'worker' };
  'disk-failed':
    | { readonly reason: 'failed'; readonly path: string; readonly cause: string }
    | { readonly reason: 'no-folder'; readonly path: string }
    | { readonly reason: 'gone'; readonly path: string; readonly label: string };
  'backup-unusable':
    | { readonly reason: 'tables'; readonly names: string }
    | { readonly reason: 'row'; readonly table: string; readonly line: number }
    | { readonly reason: 'value'; readonly table: string; readonly line: number; readonly column: string }
    | { readonly reason: 'unreadable'; readonly path: string }
    | { readonly reason: 'not-empty' }
    | { readonly reason: 'other-node' }
    | { readonly reason: 'incomplete' }
    | { readonly reason: 'missing'; readonly path: string }
    | { readonly reason: 'changed'; readonly path: string };
  'restore-not-empty':
    | { readonly reason: 'version'; readonly version: number; readonly known: number }
    | { readonly reason: 'table'; readonly table: string }
    | { readonly reason: 'file'; readonly path: string; readonly label: string };
  'key-missing':
    | { readonly reason: 'none' }
    | { readonly reason: 'node'; readonly url: string }
    | { readonly reason: 'other-archive'; readonly archive: string };
  'key-wrong': None;
  'key-not-found': { readonly id: string };
  'key-last-admin': { readonly id: string };
  'key-name-invalid': { readonly max: number };
  'key-expiry-invalid': { readonly text: string };
  'role-missing':
    | { readonly reason: 'role'; readonly role: string; readonly own: string }
    | { readonly reason: 'other-site' }
    | { readonly reason: 'own-items'; readonly label: string }
    | { readonly reason: 'limited' };
  'too-many-wrong-keys': { readonly address: string; readonly seconds: number };
}
