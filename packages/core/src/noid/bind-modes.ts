/** What a bind does with the value that was bound before (noid manual, bind). */
export const BIND_MODES = [
  'new',
  'replace',
  'set',
  'append',
  'prepend',
  'add',
  'insert',
  'delete',
  'purge',
  'mint',
  'peppermint',
] as const;
export type BindMode = (typeof BIND_MODES)[number];
