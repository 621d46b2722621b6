/** Where messages of the protocol to one Archive go: `http://<address>/<service>?...` (RTC-11 section 6.1). */
export interface ArchiveAddress {
  /** Host and, unless it is 80, port. */
  readonly address: string;
  /** The label of its Archive service. */
  readonly service: string;
}

export interface MessageLimits {
  readonly deadlineMs: number;
  readonly maxBytes: number;
  /** Ends the wait from outside. */
  readonly signal?: AbortSignal | undefined;
}

export interface ArchiveMessenger {
  /**
   * Sends a message and returns the text of the answer. Without a plain-text answer within the limits it refuses with
   * `peer-unreachable`, `peer-refused` or `peer-not-allowed`; redirects and private addresses are refused too.
   */
  send(archive: ArchiveAddress, query: string, limits: MessageLimits): Promise<string>;
  close(): Promise<void>;
}
