import { Refusal } from '@perene/api/refusals';
import { formatServiceRequest, type Ibi, type Label, parseIbi, parseUrlList } from '@perene/core';
import { forEachConcurrently } from '../../../concurrency/for-each-concurrently.ts';
import type { ArchiveAddress, Messenger } from '../../../ports/federation/messenger.ts';

/** An Archive, as the resolver lists it. */
interface ListedArchive {
  readonly service: string;
  readonly state: string;
  readonly address?: string | undefined;
}

const ASKED_AT_A_TIME = 8;
const MAX_ASKED = 1_000;
const MAX_FOUND = 10;
const LIMITS = { deadlineMs: 5_000, maxBytes: 262_144 };

/**
 * Asks all Archives of the resolver for the item, and returns the URLs of those other than `own` that hold it, as original
 * or copy.
 */
export const findCopies = async (
  {
    listArchives,
    messenger,
  }: {
    readonly listArchives: () => AsyncIterable<ListedArchive>;
    readonly messenger: Pick<Messenger, 'send'>;
  },
  { label, own, signal }: { readonly label: Label; readonly own: Label; readonly signal: AbortSignal },
): Promise<readonly string[]> => {
  const ibi = parseIbi(label);
  const found: string[] = [];
  if (!ibi.ok) return found;
  try {
    await forEachConcurrently(others(listArchives(), own), { limit: ASKED_AT_A_TIME }, async (archive) => {
      if (found.length < MAX_FOUND && !signal.aborted && (await holds(messenger, archive, ibi.value, signal)))
        found.push(`http://${archive.address}`);
    });
  } catch (error) {
    // A resolver of another program does not list its Archives.
    if (!(error instanceof Refusal)) throw error;
  }
  return found;
};

async function* others(archives: AsyncIterable<ListedArchive>, own: Label): AsyncGenerator<ArchiveAddress> {
  let asked = 0;
  for await (const { service: text, state, address } of archives) {
    const service = parseIbi(text);
    if (state !== 'included' || address === undefined || !service.ok || service.value.text === own) continue;
    yield { address, service: service.value.text };
    asked += 1;
    if (asked === MAX_ASKED) return;
  }
}

const holds = async (
  messenger: Pick<Messenger, 'send'>,
  archive: ArchiveAddress,
  ibi: Ibi,
  signal: AbortSignal,
): Promise<boolean> => {
  const query = formatServiceRequest({
    subject: 'urlRequest',
    ibi,
    clientAddresses: ['127.0.0.1'],
    filePath: undefined,
    verbs: [],
  });
  try {
    const list = parseUrlList(await messenger.send(archive, query, { ...LIMITS, signal }));
    const state = list.ok ? list.value?.related.get('')?.state : undefined;
    return state === 'Original' || state === 'Copy';
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
};
