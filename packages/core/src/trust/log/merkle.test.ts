import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeSha256 as sha256 } from '../../../../../tests/fixtures/ed25519.ts';
import { fromHex, readTrustVectors, toHex, unwrap } from '../../../../../tests/fixtures/trust-vectors.ts';
import { createInclusionVerifier, verifyConsistency, verifyInclusion } from './merkle-proof.ts';
import {
  appendLeaves,
  carryOutPlan,
  EMPTY_FRONTIER,
  type Frontier,
  frontierNodes,
  hashLeaf,
  MAX_TREE_SIZE,
  type NodeAddress,
  nodeNumber,
  planConsistency,
  planInclusion,
  planRoot,
  rootOfFrontier,
} from './merkle-tree.ts';

interface InclusionVector {
  readonly index: number;
  readonly size: number;
  readonly leaf: string;
  readonly path: readonly string[];
  readonly root: string;
}

interface ConsistencyVector {
  readonly from: number;
  readonly to: number;
  readonly fromRoot: string;
  readonly toRoot: string;
  readonly path: readonly string[];
}

interface Wrong {
  readonly problem: string;
  readonly why: string;
}

const vectors = readTrustVectors<{
  readonly leaves: readonly string[];
  readonly roots: readonly string[];
  readonly manyRoots: readonly string[];
  readonly inclusion: readonly InclusionVector[];
  readonly consistency: readonly ConsistencyVector[];
  readonly wrongInclusion: readonly (InclusionVector & Wrong)[];
  readonly wrongConsistency: readonly (ConsistencyVector & Wrong)[];
}>('merkle.json'); // vectors/trust/merkle.json

const inclusionOf = ({ index, size, leaf, path, root }: InclusionVector) => ({
  index,
  size,
  hash: hashLeaf(leaf, sha256),
  path: path.map(fromHex),
  root: fromHex(root),
});

const consistencyOf = ({ from, to, fromRoot, toRoot, path }: ConsistencyVector) => ({
  from,
  to,
  fromRoot: fromHex(fromRoot),
  toRoot: fromHex(toRoot),
  path: path.map(fromHex),
});

/** A store of nodes by number, as a table has them. */
const grow = (leaves: readonly string[]) => {
  const store: Uint8Array[] = [];
  let frontier: Frontier = EMPTY_FRONTIER;
  for (const leaf of leaves) {
    const grown = appendLeaves(frontier, [hashLeaf(leaf, sha256)], sha256);
    // Nodes that are stored at their numbers leave no holes only if the numbers are consecutive.
    for (const node of grown.nodes) store[nodeNumber(node)] = node.hash;
    frontier = grown.frontier;
  }
  const read = (address: NodeAddress) => store[nodeNumber(address)];
  const rootAt = (size: number): Uint8Array => {
    const [root] = carryOutPlan(unwrap(planRoot(size)), read, sha256) ?? [];
    if (root === undefined) throw new Error('no root');
    return root;
  };
  return { store, frontier, read, rootAt };
};

const many = Array.from({ length: 100 }, (_, index) => `leaf ${index}`);
const flip = (bytes: Uint8Array, bit: number): Uint8Array =>
  bytes.with(bit >>> 3, Number(bytes[bit >>> 3]) ^ (1 << (bit & 7)));

describe('a tree', () => {
  it('has the roots of RFC 6962 at every size', () => {
    const { rootAt } = grow(vectors.leaves);
    expect(vectors.roots.map((_, size) => toHex(rootAt(size)))).toEqual(vectors.roots);
    const large = grow(many);
    expect(vectors.manyRoots.map((_, size) => toHex(large.rootAt(size)))).toEqual(vectors.manyRoots);
  });

  it('needs only its frontier to grow', () => {
    const { read, rootAt } = grow(many);
    for (let size = 0; size < many.length; size += 1) {
      const frontier = { size, roots: frontierNodes(size).map((address) => read(address) as Uint8Array) };
      expect(toHex(rootOfFrontier(frontier, sha256))).toBe(toHex(rootAt(size)));
      const rest = many.slice(size).map((leaf) => hashLeaf(leaf, sha256));
      const grown = appendLeaves(frontier, rest, sha256);
      expect(grown.frontier.size).toBe(100);
      expect(toHex(rootOfFrontier(grown.frontier, sha256))).toBe(toHex(rootAt(100)));
    }
  });

  it('is not changed by growing', () => {
    const { frontier } = grow(many.slice(0, 7));
    const before = [...frontier.roots];
    appendLeaves(frontier, [hashLeaf('x', sha256)], sha256);
    expect(frontier.roots).toEqual(before);
    expect(appendLeaves(frontier, [], sha256)).toEqual({ frontier, nodes: [] });
  });

  it('numbers nodes in the order in which they are made', () => {
    const { store } = grow(many);
    expect(store).toHaveLength(2 * 100 - 3);
    expect(store.includes(undefined as never)).toBe(false);
    const numbers = (level: number) => [0, 1, 2, 3].map((index) => nodeNumber({ level, index }));
    expect([numbers(0), numbers(1), numbers(2)]).toEqual([
      [0, 1, 3, 4],
      [2, 5, 9, 12],
      [6, 13, 21, 28],
    ]);
    expect(nodeNumber({ level: 0, index: MAX_TREE_SIZE - 1 })).toBe(2 * (MAX_TREE_SIZE - 1) - 52);
  });

  it.each([-1, 1.5, Number.NaN, MAX_TREE_SIZE + 1])('cannot have %d leaves', (size) => {
    expect(planRoot(size)).toMatchObject({ ok: false, problem: 'merkle/size' });
    expect(planInclusion({ index: 0, size })).toMatchObject({ ok: false, problem: 'merkle/size' });
    expect(planInclusion({ index: size, size: 3 })).toMatchObject({ ok: false, problem: 'merkle/index' });
    expect(planConsistency({ from: 0, to: size })).toMatchObject({ ok: false, problem: 'merkle/size' });
    expect(planConsistency({ from: size, to: 3 })).toMatchObject({ ok: false, problem: 'merkle/index' });
  });

  it('has plans for the largest size too', () => {
    const size = MAX_TREE_SIZE - 1;
    expect(unwrap(planInclusion({ index: 0, size }))).toHaveLength(52);
    expect(unwrap(planConsistency({ from: MAX_TREE_SIZE - 3, to: MAX_TREE_SIZE }))).toHaveLength(53);
    expect(planInclusion({ index: 3, size: 3 })).toMatchObject({ ok: false, problem: 'merkle/index' });
    expect(planConsistency({ from: 4, to: 3 })).toMatchObject({ ok: false, problem: 'merkle/index' });
  });

  it('proves nothing where a node is missing', () => {
    const { read } = grow(many);
    const plan = unwrap(planInclusion({ index: 5, size: 100 }));
    for (const missing of plan.flat()) {
      const lossy = (address: NodeAddress) => (nodeNumber(address) === nodeNumber(missing) ? undefined : read(address));
      expect(carryOutPlan(plan, lossy, sha256)).toBeUndefined();
    }
  });
});

describe('a proof of inclusion', () => {
  it.each(vectors.inclusion)('of leaf $index of $size', (vector) => {
    expect(verifyInclusion(inclusionOf(vector), sha256)).toEqual({ ok: true });
    const { read } = grow(vector.leaf.startsWith('leaf') ? many : vectors.leaves);
    const path = carryOutPlan(unwrap(planInclusion(vector)), read, sha256);
    expect(path?.map(toHex)).toEqual(vector.path);
  });

  it.each(vectors.wrongInclusion)('is refused: $why', ({ problem, ...vector }) => {
    expect(verifyInclusion(inclusionOf(vector), sha256)).toEqual({ ok: false, problem });
  });

  it('needs a tree that can be', () => {
    const hash = new Uint8Array(32);
    const inclusion = { index: 0, hash, path: [], root: hash };
    const refused = (size: number) => verifyInclusion({ ...inclusion, size }, sha256);
    expect(refused(MAX_TREE_SIZE)).toEqual({ ok: false, problem: 'merkle/length' });
    expect(refused(MAX_TREE_SIZE + 1)).toEqual({ ok: false, problem: 'merkle/size' });
  });

  it('verifies in any tree, and with any bit flipped in none', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.nat(),
        fc.nat(),
        fc.nat({ max: 255 }),
        (size, leaf, what, bit) => {
          const index = leaf % size;
          const { read, rootAt } = grow(Array.from({ length: size }, (_, number) => `${number}`));
          const path = carryOutPlan(unwrap(planInclusion({ index, size })), read, sha256) ?? [];
          const good = { index, size, hash: hashLeaf(`${index}`, sha256), path, root: rootAt(size) };
          expect(verifyInclusion(good, sha256)).toEqual({ ok: true });
          const place = what % (path.length + 2);
          const changed = path.map((hash, number) => (number === place - 2 ? flip(hash, bit) : hash));
          const hash = place === 0 ? flip(good.hash, bit) : good.hash;
          const root = place === 1 ? flip(good.root, bit) : good.root;
          expect(verifyInclusion({ index, size, hash, path: changed, root }, sha256)).toEqual({
            ok: false,
            problem: 'merkle/root',
          });
          const other = (index + 1 + (what % size)) % size;
          if (other !== index) expect(verifyInclusion({ ...good, index: other }, sha256)).toMatchObject({ ok: false });
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('proofs of inclusion in one tree', () => {
  const { read, rootAt } = grow(many);
  const proofs = many.map((leaf, index) => ({
    index,
    size: 100,
    hash: hashLeaf(leaf, sha256),
    path: carryOutPlan(unwrap(planInclusion({ index, size: 100 })), read, sha256) ?? [],
    root: rootAt(100),
  }));

  it('need each node only once', () => {
    let hashed = 0;
    const verify = createInclusionVerifier((bytes) => {
      hashed += 1;
      return sha256(bytes);
    });
    for (const proof of proofs) expect(verify(proof)).toEqual({ ok: true });
    expect(hashed).toBe(99);
  });

  it.each([0, 1, 2, 31])('are compared to the last byte: byte %i of a hash', (byte) => {
    for (const [index, proof] of proofs.entries()) {
      const verify = createInclusionVerifier(sha256);
      expect(verify(proof)).toEqual({ ok: true });
      for (const place of proof.path.keys()) {
        const path = proof.path.map((hash, number) => (number === place ? flip(hash, byte * 8) : hash));
        expect(verify({ ...proof, path })).toEqual({ ok: false, problem: 'merkle/root' });
      }
      expect(verify({ ...proof, hash: flip(proof.hash, byte * 8), index })).toEqual({
        ok: false,
        problem: 'merkle/root',
      });
    }
  });
});

describe('a proof of consistency', () => {
  it.each(vectors.consistency)('from $from to $to', (vector) => {
    expect(verifyConsistency(consistencyOf(vector), sha256)).toEqual({ ok: true });
    const { read, rootAt } = grow(vector.to > 8 ? many : vectors.leaves);
    expect(toHex(rootAt(vector.from))).toBe(vector.fromRoot);
    expect(carryOutPlan(unwrap(planConsistency(vector)), read, sha256)?.map(toHex)).toEqual(vector.path);
  });

  it.each(vectors.wrongConsistency)('is refused: $why', ({ problem, ...vector }) => {
    expect(verifyConsistency(consistencyOf(vector), sha256)).toEqual({ ok: false, problem });
  });

  it('verifies for all sizes, and with any bit flipped for none', () => {
    const { read, rootAt } = grow(many);
    fc.assert(
      fc.property(
        fc.nat({ max: 100 }),
        fc.nat({ max: 100 }),
        fc.nat(),
        fc.nat({ max: 255 }),
        (one, other, what, bit) => {
          const [from, to] = [Math.min(one, other), Math.max(one, other)];
          const path = carryOutPlan(unwrap(planConsistency({ from, to })), read, sha256) ?? [];
          const good = { from, to, fromRoot: rootAt(from), toRoot: rootAt(to), path };
          expect(verifyConsistency(good, sha256)).toEqual({ ok: true });
          const place = what % (path.length + 2);
          const changed = {
            ...good,
            path: path.map((hash, number) => (number === place - 2 ? flip(hash, bit) : hash)),
            fromRoot: place === 0 ? flip(good.fromRoot, bit) : good.fromRoot,
            toRoot: place === 1 ? flip(good.toRoot, bit) : good.toRoot,
          };
          // Whatever a tree becomes, it begins with nothing.
          const isFromNothing = from === 0 && to > 0 && place === 1;
          expect(verifyConsistency(changed, sha256)).toEqual(
            isFromNothing ? { ok: true } : { ok: false, problem: 'merkle/root' },
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});
