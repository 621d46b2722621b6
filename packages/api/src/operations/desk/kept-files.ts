/** Why files of another item are not kept. */
export const KEPT_FILES_REFUSALS = [
  'label-invalid',
  'item-not-found',
  'item-removed',
  'item-withdrawn',
  'file-missing',
  'file-damaged',
  'copy-differs',
] as const;
