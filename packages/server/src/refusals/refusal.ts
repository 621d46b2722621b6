/** Why something was not done; docs/refusals.md explains each, the transports translate. */
const REFUSAL_CODES = [
  'setting-invalid',
  'settings-file-unreadable',
  'clock-behind',
  'clock-unset',
  'count-out-of-range',
  'data-folder-unusable',
  'database-busy',
  'database-failed',
  'database-newer',
  'cannot-listen',
  'file-unreadable',
  'node-unreachable',
  'node-refused',
  'item-not-found',
  'item-removed',
  'item-changed',
  'item-refused',
  'label-invalid',
  'label-taken',
  'metadata-invalid',
  'edition-exists',
  'edition-order',
  'translation-exists',
  'request-repeated',
  'request-differs',
  'language-invalid',
  'network-invalid',
  'target-missing',
  'nothing-to-change',
  'reason-missing',
  'cursor-invalid',
  'archive-service-fixed',
  'client-not-allowed',
  'file-list-closed',
  'no-files',
  'file-name-invalid',
  'file-name-taken',
  'too-many-files',
  'file-too-large',
  'documents-exist',
  'file-missing',
  'disk-failed',
  'key-missing',
  'key-wrong',
  'key-not-found',
  'key-last-admin',
  'key-name-invalid',
  'role-missing',
  'too-many-wrong-keys',
  'request-invalid',
  'request-too-large',
  'media-type-unsupported',
  'address-unknown',
  'upload-not-found',
  'upload-incomplete',
  'upload-offset',
  'upload-busy',
  'too-many-uploads',
  'tus-version',
  'peer-refused',
  'peer-unreachable',
  'peer-not-allowed',
  'copy-differs',
  'foreign-item-invalid',
  'transfer-under-way',
  'transfer-settled',
  'transfer-in-doubt',
  'transfer-incomplete',
  'transfer-not-found',
  'record-invalid',
  'file-damaged',
  'backup-unusable',
  'restore-not-empty',
] as const;

export type RefusalCode = (typeof REFUSAL_CODES)[number];

export const isRefusalCode = (text: string): text is RefusalCode => (REFUSAL_CODES as readonly string[]).includes(text);

export class Refusal extends Error {
  readonly code: RefusalCode;

  /** `message` is one line for a person: what is wrong, where, and what to do. */
  constructor(code: RefusalCode, message: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
  }
}
