import type { Ibi } from '@perene/core';
import { formatLeaseMessage, formatLogMessage, type HeldLeaseName } from '@perene/core/federation';
import type { Messenger } from '../../../../ports/federation/messenger.ts';

/** The messages beyond RTC-11 that this Archive sends to the resolver that it joins. */
export interface LeaseMessages {
  /** Address of the resolver. */
  readonly resolver: string;
  /** Refuses if there is no answer. */
  requestLease(held: HeldLeaseName | undefined, limits: MessageLimits): Promise<string>;
  announce(held: HeldLeaseName, added: Float64Array<ArrayBuffer> | undefined, limits: MessageLimits): Promise<string>;
  /** Sends a signed statement for the log of the resolver. */
  log(text: string, limits: MessageLimits): Promise<string>;
}

type MessageLimits = Parameters<Messenger['sendToResolver']>[2];

export const createLeaseMessages = ({
  resolver,
  messenger,
  ...self
}: {
  readonly resolver: string;
  readonly messenger: Pick<Messenger, 'sendToResolver'>;
  readonly archiveService: Ibi;
  readonly registrationKey: string;
}): LeaseMessages => ({
  resolver,
  requestLease: (held, limits) =>
    messenger.sendToResolver(resolver, formatLeaseMessage({ subject: 'leaseRequest', ...self, held }), limits),
  announce: (held, added, limits) =>
    messenger.sendToResolver(resolver, formatLeaseMessage({ subject: 'announcement', ...self, held, added }), limits),
  log: (text, limits) =>
    messenger.sendToResolver(resolver, formatLogMessage({ subject: 'logStatement', ...self, text }), limits),
});
