/** Why something was not done; docs/refusals.md explains each, the transports translate. */
export type RefusalCode =
  | 'setting-invalid'
  | 'settings-file-unreadable'
  | 'clock-behind'
  | 'clock-unset'
  | 'count-out-of-range'
  | 'data-folder-unusable'
  | 'database-busy'
  | 'database-failed'
  | 'database-newer'
  | 'cannot-listen';

export class Refusal extends Error {
  readonly code: RefusalCode;

  /** `message` is one line for a person: what is wrong, where, and what to do. */
  constructor(code: RefusalCode, message: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
  }
}
