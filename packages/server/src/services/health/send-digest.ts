import type { NodeFacts } from '../../ports/node/node-facts.ts';
import type { People } from '../../ports/people/people.ts';
import type { PersonMail } from '../../ports/people/person-mail.ts';
import type { Clock } from '../../ports/system/clock.ts';
import type { ExaminedNode } from './give-overview.ts';

const SENT = 'digest-sent';
const READERS: readonly string[] = ['admin', 'steward'];

/** Tells those who look after the node what waits and what is not well, if anything is, once in a period. */
export const sendDigest = async ({
  overview,
  facts,
  people,
  mail,
  clock,
  periodMicroseconds,
  publicUrl,
  onMailError,
}: {
  readonly overview: () => Promise<ExaminedNode>;
  readonly facts: NodeFacts;
  readonly people: Pick<People, 'list'>;
  readonly mail: Pick<PersonMail, 'sendDigest'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly periodMicroseconds: bigint;
  readonly publicUrl: string;
  readonly onMailError: (error: unknown) => void;
}): Promise<void> => {
  const now = clock.now();
  const last = await facts.find(SENT);
  if (last !== undefined && now - BigInt(last) < periodMicroseconds) return;
  // Of several processes, only the one that notes it first sends it.
  if (!(await facts.replaceAll({ [SENT]: String(now) }, last))) return;
  const { waiting, findings } = await overview();
  const unwell = findings.filter(({ level }) => level !== 'ok').map(({ said }) => said);
  const isSomething = Object.values(waiting).some((count) => count > 0) || unwell.length > 0;
  // A new node is still being set up.
  if (!isSomething || last === undefined) return;
  for (const { email: to, name, role, state } of await people.list()) {
    if (state !== 'active' || !READERS.includes(role)) continue;
    await mail.sendDigest({ to, name, waiting, unwell, link: `${publicUrl}/console/overview` }).catch(onMailError);
  }
};
