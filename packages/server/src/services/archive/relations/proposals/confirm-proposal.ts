import { Refusal, refuse } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import { type CheckAnswer, formatRelationMessage, parseCheckAnswer, type RelationCheck } from '@perene/core/federation';
import type { ArchiveAddress, Messenger } from '../../../../ports/federation/messenger.ts';
import { type HolderFinder, outcomeIn } from '../find-holder.ts';

export const MESSAGE_LIMITS = { deadlineMs: 5_000, maxBytes: 65_536 };

interface Confirmed {
  readonly archive: ArchiveAddress;
  readonly check: CheckAnswer;
}

/** Asks the Archive that holds the item whether it has the link now. */
export const confirmBy =
  ({
    holders,
    messenger,
    service,
  }: {
    readonly holders: HolderFinder;
    readonly messenger: Pick<Messenger, 'send'>;
    /** Label of the Archive service of this node. */
    readonly service: Label;
  }) =>
  async (message: Pick<RelationCheck, 'kind' | 'of' | 'item'>): Promise<Confirmed | Refusal> => {
    const holder = await holders.find(message.item);
    if (holder.kind === 'none') {
      // An item that was removed has no links any more.
      if (outcomeIn(holder.why) === 'removed')
        return refuse('proposal-settled', { reason: 'removed', item: message.item });
      return refuse('peer-unreachable', { reason: 'no-holder', label: message.item, said: holder.why });
    }
    const { archive } = holder;
    if (archive.service === service) return refuse('item-refused', { reason: 'both-here', label: message.item });
    const check = await askHolder(messenger, archive, {
      ...message,
      subject: 'relationCheck',
      archiveService: service,
    });
    if (check instanceof Refusal) return check;
    return check.isSaid
      ? { archive, check }
      : refuse('proposal-settled', { reason: 'not-said', address: archive.address });
  };

/** Asks an Archive what it says of one of its items. */
export const askHolder = async (
  messenger: Pick<Messenger, 'send'>,
  archive: ArchiveAddress,
  question: RelationCheck,
): Promise<CheckAnswer | Refusal> => {
  try {
    const check = parseCheckAnswer(await messenger.send(archive, formatRelationMessage(question), MESSAGE_LIMITS));
    if (check.ok) return check.value;
    return refuse('peer-refused', { reason: 'no-relations', origin: archive.address });
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};
