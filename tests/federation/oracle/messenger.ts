import { Refusal, refuse } from '@perene/api/refusals';
import type { Messenger } from '../../../packages/server/src/ports/federation/messenger.ts';
import { answerUrlRequest, readUrlRequest } from './foreign.ts';
import type { OurArchive } from './ours.ts';
import type { ArchiveTruth, World } from './truth.ts';
import type { VirtualTime } from './virtual-time.ts';

/** One message about a URL or an alias, as it was sent. */
interface Sent {
  readonly archive: number;
  readonly query: string;
  /** Whether another answer was enough before this one came. */
  isBrokenOff: boolean;
}

export interface Network extends Pick<Messenger, 'send'> {
  /** The requests for URLs and items since this list was emptied. */
  readonly sent: Sent[];
  /** When requests for URLs failed on their way since the Archive was last heard, in virtual milliseconds. */
  readonly failures: Map<number, number[]>;
}

/** A label that nobody ever has. */
export const NOBODYS = 'example.org/nobody/2002/02.02.02.02';

/** The only stand-in: it passes a query to the Archive at the address, and takes some time. */
export const createNetwork = ({
  world,
  time,
  ours,
}: {
  readonly world: World;
  readonly time: VirtualTime;
  readonly ours: ReadonlyMap<number, OurArchive>;
}): Network => {
  const sent: Sent[] = [];
  const failures = new Map<number, number[]>();

  const answer = async (archive: ArchiveTruth, query: string): Promise<string> => {
    const own = ours.get(archive.number);
    const asked = readUrlRequest(world, query);
    if (asked !== undefined && archive.spoiled.get(asked.label) === 'status') throw refused('status 503');
    if (archive.aliases !== undefined && query.includes('aliasRequest')) {
      if (archive.aliases === 'false') return `ibi {rep ${NOBODYS}}`;
      throw refuse('peer-refused', { reason: 'status', origin: archive.address, status: 400 });
    }
    if (own !== undefined) {
      const { status, body } = await time.holdWhile(Promise.resolve(own.service.answer(query)));
      if (status !== 200) throw refused(`status ${status}`);
      return body;
    }
    if (query.includes('inclusionConfirmationRequest')) return 'confirmation yes';
    if (asked === undefined) throw refused('status 400');
    return answerUrlRequest(world, archive, asked);
  };

  const answerAndNote = async (archive: ArchiveTruth, query: string): Promise<string> => {
    const body = await answer(archive, query);
    const asked = readUrlRequest(world, query);
    if (asked !== undefined && body !== '') archive.told.add(asked.label);
    return body;
  };

  const travel = (archive: ArchiveTruth | undefined, query: string, deadlineMs: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const isLost = archive === undefined || archive.down !== undefined || archive.latencyMs >= deadlineMs;
      const waitMs = !isLost
        ? archive.latencyMs
        : archive?.down === 'refuses' || archive === undefined
          ? 1
          : deadlineMs;
      setTimeout(() => {
        if (isLost) reject(unreachable('no answer'));
        else answerAndNote(archive, query).then(resolve, reject);
      }, waitMs);
    });

  return {
    sent,
    failures,
    async send({ address }, query, { deadlineMs, signal }) {
      // Accesses are counted elsewhere; they are no part of the truth about items.
      if (query.startsWith(ACKNOWLEDGMENT)) return '';
      const archive = world.archives.find((one) => one.address === address);
      const number = archive?.number ?? -1;
      const isRequest = query.includes('servicesubject=urlRequest') || query.includes('aliasRequest');
      const message = { archive: number, query, isBrokenOff: false };
      if (isRequest) sent.push(message);
      if (signal?.aborted) throw unreachable('not waited for');
      const stopped = new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(unreachable('not waited for')), { once: true });
      });
      stopped.catch(() => undefined);
      const travelled = travel(archive, query, deadlineMs);
      travelled.catch(() => undefined);
      try {
        const body = await Promise.race([travelled, stopped]);
        if (isRequest) failures.delete(number);
        if (archive?.kind === 'ours' && query.includes('digestRequest')) {
          archive.digest = new Set(archive.holdings.keys());
          archive.announced = new Map(
            [...archive.holdings].flatMap(([label, { aliases = [] }]) =>
              aliases.map((alias) => [alias, label] as const),
            ),
          );
          archive.isAcquainted = true;
        }
        return body;
      } catch (error) {
        message.isBrokenOff = signal?.aborted === true;
        const isOnTheWay = error instanceof Refusal && error.code === 'peer-unreachable' && !signal?.aborted;
        if (archive && query.includes('digestRequest') && !isOnTheWay && !signal?.aborted) archive.isAcquainted = true;
        if (isRequest && isOnTheWay) failures.set(number, [...(failures.get(number) ?? []), time.now()]);
        if (isRequest && !isOnTheWay && !signal?.aborted) failures.delete(number);
        throw error;
      }
    },
  };
};

const ACKNOWLEDGMENT = 'servicesubject=acknowledgment';

const unreachable = (reason: string): Refusal =>
  refuse('peer-unreachable', { reason: 'failed', origin: 'an Archive', cause: reason });
const refused = (reason: string): Refusal =>
  refuse('peer-refused', { reason: 'said', origin: 'an Archive', said: { detail: reason } });
