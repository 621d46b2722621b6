export interface MailMessage {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mail {
  /** Resolves when the server of the operator has the message. */
  send(message: MailMessage): Promise<void>;
}

/** E-mails as files (RFC 5322, MIME). */
export interface MailFormat {
  /** Reads a whole e-mail, or a text alone; refuses one that is too large or too deeply nested. */
  read(bytes: Uint8Array): Promise<ReadMail>;
  /** Writes an e-mail that is ready to be sent, with `\n` at the ends of lines. */
  write(message: WrittenMail): Promise<string>;
}

export interface ReadMail {
  /** The address of the sender, if the e-mail has one. */
  readonly from: string | undefined;
  /** The text, or several if the e-mail has it in several forms. */
  readonly texts: readonly string[];
}

interface WrittenMail extends Omit<MailMessage, 'to'> {
  /** A list of mailboxes, which is checked; undefined if the sender has to fill it in. */
  readonly to: string | undefined;
  readonly from: string | undefined;
}
