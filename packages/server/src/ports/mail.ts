export interface MailMessage {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mail {
  /** Handed over to the server of the operator when the promise resolves. */
  send(message: MailMessage): Promise<void>;
}
