import { ANNOUNCEMENT_RECEIVED, formatLeaseGrant, formatSet, type LeaseMessage } from '@perene/core/federation';
import type { Members } from '../../../ports/federation/members.ts';
import type { Secrets } from '../../../ports/system/secrets.ts';
import type { LeaseBook } from './lease-book.ts';

/** The resolver's side of leases and announcements, for Archives whose key was right. */
export interface LeaseAnswers {
  answer(member: number, message: LeaseMessage): Promise<string>;
}

const LEASE_SECONDS = 30;
const ID_BYTES = 12;

export const createLeaseAnswers = ({
  members,
  book,
  secrets,
}: {
  readonly members: Pick<Members, 'hear'>;
  readonly book: Pick<LeaseBook, 'refresh'>;
  readonly secrets: Pick<Secrets, 'randomBytes'>;
}): LeaseAnswers => ({
  async answer(member, message) {
    const { held } = message;
    if (message.subject === 'announcement') {
      await members.hear({ member, held, announcement: { added: message.added && formatSet(message.added) } });
      // This process reads it at once; the others read it before every "no".
      await book.refresh();
      return ANNOUNCEMENT_RECEIVED;
    }
    const grant = { id: secrets.randomBytes(ID_BYTES).toString('hex'), seconds: LEASE_SECONDS };
    await members.hear({ member, held, grant });
    await book.refresh();
    return formatLeaseGrant(grant);
  },
});
