import type { Label } from '@perene/core';

/** Decision 12: the label of every resolver service. */
export const RESOLVER_SERVICE = 'J8LNKB5R7W/3FUQHC5';

/** The address of messages of the protocol to one Archive: `http://<address>/<service>?...` (RTC-11 section 6.1). */
export interface ArchiveAddress {
  /** Host and, unless it is 80, port. */
  readonly address: string;
  /** The label of its Archive service. */
  readonly service: Label;
}

export interface MessageLimits {
  readonly deadlineMs: number;
  readonly maxBytes: number;
  /** Ends the wait from outside. */
  readonly signal?: AbortSignal | undefined;
  /** Is called with the IP address that is asked. The message then has a connection of its own. */
  readonly onConnected?: (ip: string) => void;
}

/** Messages of the protocol to other Archives and to resolvers. */
export interface Messenger {
  /**
   * Sends a message and returns the text of the answer. Without a plain-text answer within the limits it refuses with
   * `peer-unreachable`, `peer-refused` or `peer-not-allowed`; redirects and private addresses are refused too.
   */
  send(archive: ArchiveAddress, query: string, limits: MessageLimits): Promise<string>;
  /**
   * Sends a message to the resolver that the operator of this Archive chose, which may have a private address. Returns
   * the text of the answer, which may be a refusal in the format of the protocol. Without an answer it refuses with
   * `peer-unreachable` or `peer-refused`.
   */
  sendToResolver(resolver: string, query: string, limits: Omit<MessageLimits, 'maxBytes'>): Promise<string>;
  close(): Promise<void>;
}
