import type { Identity as IdentityView } from '@perene/api';
import { dateFromMicroseconds, formatTime } from '@perene/core';
import type { Identities } from '../../../ports/people/identities.ts';

/** The accounts elsewhere of one person. */
export interface OwnIdentities {
  list(person: string): Promise<readonly IdentityView[]>;
  unlink(person: string, issuer: string): Promise<void>;
}

export const createOwnIdentities = (
  identities: Identities,
  { issuer: current }: { readonly issuer: string | undefined },
): OwnIdentities => ({
  list: async (person) =>
    (await identities.list(person)).map(({ issuer, linkedAt }) => ({
      issuer,
      linked: formatTime(dateFromMicroseconds(linkedAt)),
      isUsable: issuer === current,
    })),
  unlink: (person, issuer) => identities.unlink(person, issuer),
});
