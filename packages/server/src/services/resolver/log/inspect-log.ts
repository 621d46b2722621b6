import { appendLeaves, EMPTY_FRONTIER, type Frontier, hashLeaf, parseLogEntry } from '@perene/core/trust';
import type { Signatures } from '../../../ports/system/signatures.ts';
import type { LogStore } from '../../../ports/trust/log-store.ts';
import { describeEntry } from './append-log.ts';
import type { LogFinding } from './verify-log.ts';

const ENTRIES_PER_STEP = 500;
const MAX_FINDINGS = 1_000;

/** Compares all that is stored of a log with what its entries say: hashes, labels, and every node of the tree. */
export const inspectLog = async ({
  store,
  signatures: { sha256 },
}: {
  readonly store: Pick<LogStore, 'size' | 'records' | 'nodes' | 'counts'>;
  readonly signatures: Pick<Signatures, 'sha256'>;
}): Promise<readonly LogFinding[]> => {
  const findings: LogFinding[] = [];
  const note = (problem: string, entry: number | undefined): void => {
    if (findings.length < MAX_FINDINGS) findings.push({ problem, entry, isOfArchives: false });
  };
  const size = await store.size();
  let frontier: Frontier = EMPTY_FRONTIER;
  let [labels, nodes] = [0, 0];
  for (let from = 0; from < size; from += ENTRIES_PER_STEP) {
    const records = await store.records({ from, limit: Math.min(ENTRIES_PER_STEP, size - from) });
    for (const [place, record] of records.entries()) {
      if (record.index !== from + place) note('store/index', from + place);
      const entry = parseLogEntry(record.text);
      const said = entry.ok ? describeEntry(entry.value, sha256) : undefined;
      if (said === undefined || said.hash !== record.hash || said.keyOf !== record.keyOf) {
        note('store/entry', record.index);
      }
      const named = [...new Set(said?.labels)].toSorted();
      labels += named.length;
      if (named.join() !== record.labels.toSorted().join()) note('store/label', record.index);
    }
    const grown = appendLeaves(
      frontier,
      records.map(({ text }) => hashLeaf(text, sha256)),
      sha256,
    );
    const read = await store.nodes(grown.nodes);
    for (const node of grown.nodes) {
      const hash = read(node);
      if (hash === undefined || !Buffer.from(hash).equals(node.hash)) {
        note('store/node', (node.index + 1) * 2 ** node.level - 1);
      }
    }
    frontier = grown.frontier;
    nodes += grown.nodes.length;
  }
  const counts = await store.counts();
  if (counts.entries !== size || counts.labels !== labels || counts.nodes !== nodes) note('store/rows', undefined);
  return findings;
};
