import type { Member, Members } from '../../ports/members.ts';

/** An Archive that takes part in resolution. */
export interface IncludedArchive {
  readonly number: number;
  readonly service: string;
  readonly address: string;
  /** The Archive of this node, which needs no message. */
  readonly isLocal: boolean;
}

/** The included Archives, in memory. */
export interface MemberDirectory {
  /** In the order of their numbers. */
  included(): readonly IncludedArchive[];
  byNumber(number: number): IncludedArchive | undefined;
  /** Sees every change that was made before it was called. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

const PERIOD_MS = 1_000;
const CHANGES_A_STEP = 1_000;

/** Reads what changed once a second, so that other processes may change it, too. */
export const openMemberDirectory = async ({
  members,
  localService,
  onError,
}: {
  readonly members: Pick<Members, 'changesSince'>;
  /** Label of the Archive service of this node. */
  readonly localService: string | undefined;
  readonly onError: (error: unknown) => void;
}): Promise<MemberDirectory> => {
  const archives = new Map<number, IncludedArchive>();
  let sorted: readonly IncludedArchive[] | undefined;
  let revision = 0n;

  const apply = (member: Member): void => {
    revision = member.revision;
    const { number, service, address, state } = member;
    if (number === undefined) return;
    sorted = undefined;
    if (state !== 'included' || address === undefined) archives.delete(number);
    else archives.set(number, { number, service, address, isLocal: service === localService });
  };

  const readChanges = async (): Promise<void> => {
    for (;;) {
      const changes = await members.changesSince(revision, CHANGES_A_STEP);
      changes.forEach(apply);
      if (changes.length < CHANGES_A_STEP) return;
    }
  };

  let turn = readChanges();
  await turn;
  const refresh = (): Promise<void> => {
    const next = turn.catch(() => undefined).then(readChanges);
    turn = next;
    return next;
  };
  let isReading = false;
  const timer = setInterval(() => {
    if (isReading) return;
    isReading = true;
    refresh()
      .catch(onError)
      .finally(() => {
        isReading = false;
      });
  }, PERIOD_MS);
  timer.unref();

  return {
    included() {
      sorted ??= [...archives.values()].sort((one, other) => one.number - other.number);
      return sorted;
    },
    byNumber: (number) => archives.get(number),
    refresh,
    async close() {
      clearInterval(timer);
      await turn.catch(() => undefined);
    },
  };
};
