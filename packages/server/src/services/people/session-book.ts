import type { PersonSession as SessionView } from '@perene/api';
import { dateFromMicroseconds, formatTime } from '@perene/core';
import type { Person } from '../../ports/people/people.ts';
import type { Principal } from '../../ports/people/principal.ts';
import type { PersonSession, Sessions } from '../../ports/people/sessions.ts';
import type { Clock } from '../../ports/system/clock.ts';
import type { QuickSecrets } from '../../ports/system/secrets.ts';

/** A person who signed in, and the session by which the node knows them. */
export interface SignedIn {
  readonly principal: Principal;
  readonly person: Person;
  readonly session: PersonSession;
}

/** Sessions in browsers. Nothing of them is remembered by a process, so that one that ended counts nowhere. */
export interface SessionBook {
  /** Returns what the browser has to send; only its hash is kept. */
  open(person: Person, agent: string): Promise<string>;
  /** Returns undefined for a session that is over. */
  recognize(token: string): Promise<SignedIn | undefined>;
  list(signedIn: SignedIn): Promise<readonly SessionView[]>;
  close(token: string): Promise<void>;
  closeOf(person: string, id: string): Promise<void>;
  sweep(): Promise<void>;
}

const HOUR = 3_600_000_000n;
const IDLE_MICROSECONDS = 12n * HOUR;
const ABSOLUTE_MICROSECONDS = 7n * 24n * HOUR;
/** Using a session is noted so seldom, because each note is a transaction. */
const NOTED_MICROSECONDS = 300_000_000n;
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const ID_BYTES = 8;
const MAX_SESSIONS = 30;
const MAX_AGENT_LENGTH = 200;

export const createSessionBook = (needs: {
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly secrets: QuickSecrets;
}): SessionBook => {
  const { sessions, clock, secrets } = needs;

  const isOver = ({ startedAt, seenAt }: PersonSession): boolean => {
    const now = clock.now();
    return now - seenAt >= IDLE_MICROSECONDS || now - startedAt >= ABSOLUTE_MICROSECONDS;
  };

  return {
    async open(person, agent) {
      const token = secrets.randomBytes(TOKEN_BYTES).toString('base64url');
      const now = clock.now();
      await sessions.add(
        {
          hash: secrets.sha256(token),
          id: secrets.randomBytes(ID_BYTES).toString('hex'),
          person: person.id,
          stamp: person.stamp,
          agent: agent.replaceAll(/[^\x20-\x7e]/g, '').slice(0, MAX_AGENT_LENGTH),
          startedAt: now,
          seenAt: now,
        },
        { most: MAX_SESSIONS },
      );
      return token;
    },
    async recognize(token) {
      if (!TOKEN.test(token)) return undefined;
      const hash = secrets.sha256(token);
      const found = await sessions.find(hash);
      if (found === undefined || isOver(found.session)) return undefined;
      if (clock.now() - found.session.seenAt >= NOTED_MICROSECONDS) await sessions.noteUse(hash, clock.now());
      return { ...found, principal: principalOf(found.person) };
    },
    list: async ({ person, session }) =>
      (await sessions.list(person.id))
        .filter((one) => !isOver(one))
        .map(({ id, agent, startedAt, seenAt }) => ({
          id,
          agent,
          started: timeOf(startedAt),
          seen: timeOf(seenAt),
          isThis: id === session.id,
        })),
    close: (token) => sessions.end(secrets.sha256(token)),
    closeOf: (person, id) => sessions.endOf(person, id),
    sweep: () =>
      sessions.sweep({ seenAt: clock.now() - IDLE_MICROSECONDS, startedAt: clock.now() - ABSOLUTE_MICROSECONDS }),
  };
};

const timeOf = (microseconds: bigint): string => formatTime(dateFromMicroseconds(microseconds));

export const principalOf = ({ id, name, role, email, grants }: Person): Principal => ({
  id,
  name,
  role,
  email,
  person: id,
  ...(grants.length > 0 && { grants }),
});
