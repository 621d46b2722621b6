import type { Readable } from 'node:stream';
import { parseIbi, type RepositoryLabel } from '@perene/core';
import type { Catalogue } from '../../ports/archive/catalogue.ts';
import type { FileFolder } from '../../ports/node/given-files.ts';
import type { NodeFacts } from '../../ports/node/node-facts.ts';
import { SAMPLE_ITEMS, type SampleItem } from './sample-items.ts';
import type { SampleArchive, SampleAuthor, SampleOperations, SampleState } from './sample-operations.ts';

const REASON = 'The sample collection was removed. Its items were made up, to look around in.';
const MAX_ROUNDS = 10_000;

/**
 * A load and the removal after it are a round. Each item is deposited under a key of its round and found again by it,
 * so that loading twice, or again after a crash, deposits each item once. A load that finds all items of the round
 * removed begins the next round.
 */
export const createSample = ({
  archive,
  catalogue,
  facts,
  sources,
}: {
  readonly archive: SampleArchive;
  readonly catalogue: Pick<Catalogue, 'find' | 'findRequest'>;
  readonly facts: NodeFacts;
  readonly sources: Pick<FileFolder, 'open'>;
}): SampleOperations => {
  const findRound = async (): Promise<number> => {
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      if ((await facts.find(endOf(round))) === undefined) return round;
    }
    throw new Error(`the sample collection was removed ${MAX_ROUNDS} times`);
  };
  const findLabel = async (round: number, { name }: SampleItem): Promise<RepositoryLabel | undefined> =>
    (await catalogue.findRequest(keyOf(round, name)))?.repository;
  const isHere = async (repository: RepositoryLabel): Promise<boolean> => {
    const state = (await catalogue.find(repository))?.state.kind;
    return state !== undefined && state !== 'deleted';
  };

  const read = async (round: number): Promise<SampleState> => {
    const items: { name: string; repository: string; title: string }[] = [];
    for (const item of SAMPLE_ITEMS) {
      const repository = await findLabel(round, item);
      if (repository === undefined || !(await isHere(repository))) continue;
      items.push({ name: item.name, repository, title: String(item.metadata['title']) });
    }
    if (items.length === 0) return { state: 'absent', items };
    return { state: items.length === SAMPLE_ITEMS.length ? 'loaded' : 'partly loaded', items };
  };

  const beginRound = async (): Promise<number> => {
    const round = await findRound();
    const wasLoaded = (await Promise.all(SAMPLE_ITEMS.map((item) => findLabel(round, item)))).some(Boolean);
    if (!wasLoaded || (await read(round)).state !== 'absent') return round;
    await facts.keep(endOf(round), 'removed');
    return round + 1;
  };

  const deposit = async (
    round: number,
    item: SampleItem,
    labels: ReadonlyMap<string, string>,
    author: SampleAuthor,
  ): Promise<string> => {
    const { repository } = await archive.deposit(
      {
        metadata: item.metadata,
        language: item.language,
        editionOf: item.editionOf && labels.get(item.editionOf),
        translationOf: item.translationOf && labels.get(item.translationOf),
        files: readFiles(sources, item.files),
        request: { key: keyOf(round, item.name), fingerprint: item.name },
      },
      author,
    );
    return repository;
  };

  /** Another load at the same time may have deposited the item. */
  const depositOnce: typeof deposit = async (round, item, labels, author) => {
    try {
      return await deposit(round, item, labels, author);
    } catch (error) {
      const other = await findLabel(round, item);
      if (other === undefined) throw error;
      return other;
    }
  };

  return {
    state: async () => read(await findRound()),
    async load(author) {
      const round = await beginRound();
      const labels = new Map<string, string>();
      for (const item of SAMPLE_ITEMS) {
        const known = await findLabel(round, item);
        labels.set(item.name, known ?? (await depositOnce(round, item, labels, author)));
      }
      return read(round);
    },
    async remove(author) {
      const round = await findRound();
      const { items } = await read(round);
      for (const { repository } of items.toReversed()) {
        const ibi = parseIbi(repository);
        if (!ibi.ok) throw new Error(`${repository} is no label`);
        await archive.remove(ibi.value, { reason: REASON }, author);
      }
      return read(round);
    },
  };
};

const keyOf = (round: number, name: string): string => `sample ${round}:${name}`;
const endOf = (round: number): string => `sample-round-${round}`;

async function* readFiles(
  sources: Pick<FileFolder, 'open'>,
  paths: readonly string[],
): AsyncGenerator<{ path: string; open: () => Readable }> {
  for (const path of paths) {
    const content = await sources.open(path);
    yield { path, open: () => content };
  }
}
