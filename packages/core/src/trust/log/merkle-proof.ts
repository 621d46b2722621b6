import { isSameBytes } from '../bytes.ts';
import { HASH_BYTES, type Sha256 } from '../sha256.ts';
import { hashNode, MAX_TREE_SIZE } from './merkle-tree.ts';

export type MerkleProblem =
  /** The sizes or the index cannot belong to a tree. */
  | 'merkle/size'
  /** A hash does not have 32 bytes. */
  | 'merkle/hash'
  /** The proof has more or fewer hashes than a tree of this size needs. */
  | 'merkle/length'
  /** The proof leads to another root: what it is about is not in the tree, or was changed. */
  | 'merkle/root';

export type MerkleVerdict = { readonly ok: true } | { readonly ok: false; readonly problem: MerkleProblem };

export interface Inclusion {
  readonly index: number;
  readonly size: number;
  /** Of the leaf. */
  readonly hash: Uint8Array;
  readonly path: readonly Uint8Array[];
  readonly root: Uint8Array;
}

export interface Consistency {
  readonly from: number;
  readonly to: number;
  readonly fromRoot: Uint8Array;
  readonly toRoot: Uint8Array;
  readonly path: readonly Uint8Array[];
}

const PROVED: MerkleVerdict = { ok: true };
const refuse = (problem: MerkleProblem): MerkleVerdict => ({ ok: false, problem });

const isSize = (size: number): boolean => Number.isSafeInteger(size) && size >= 0 && size <= MAX_TREE_SIZE;
const isHash = ({ length }: Uint8Array): boolean => length === HASH_BYTES;
const half = (number: number): number => Math.floor(number / 2);
const isOdd = (number: number): boolean => number % 2 === 1;

/** A node on the way up, and the last node of its level. */
interface Place {
  readonly node: number;
  readonly last: number;
}

const parentOf = ({ node, last }: Place): Place => ({ node: half(node), last: half(last) });

/** Whether the next hash of the proof is on the left. Nodes that have no sibling on the right go up alone. */
const isRight = ({ node, last }: Place): boolean => isOdd(node) || node === last;

/** For a node on the right of another, which is never the first of its level. */
const skipLoneNodes = (place: Place): Place => {
  let next = place;
  while (!isOdd(next.node)) next = parentOf(next);
  return next;
};

type NodeHasher = (left: Uint8Array, right: Uint8Array) => Uint8Array;

export const verifyInclusion = (inclusion: Inclusion, sha256: Sha256): MerkleVerdict =>
  climb(inclusion, (left, right) => hashNode(left, right, sha256));

/** For many leaves of one tree, whose paths meet: nodes that were hashed before are not hashed again. */
export const createInclusionVerifier = (sha256: Sha256): ((inclusion: Inclusion) => MerkleVerdict) => {
  const known = new Map<number, { readonly left: Uint8Array; readonly right: Uint8Array; readonly hash: Uint8Array }>();
  const hasher: NodeHasher = (left, right) => {
    // Four bytes of hashes tell nodes apart well enough; all of their bytes are compared before one is taken for known.
    const name = (Number(left[0]) << 24) | (Number(left[1]) << 16) | (Number(right[0]) << 8) | Number(right[1]);
    const before = known.get(name);
    if (before !== undefined && isSameBytes(before.left, left) && isSameBytes(before.right, right)) return before.hash;
    const hash = hashNode(left, right, sha256);
    known.set(name, { left, right, hash });
    return hash;
  };
  return (inclusion) => climb(inclusion, hasher);
};

/** RFC 9162, section 2.1.3.2. */
const climb = ({ index, size, hash, path, root }: Inclusion, hashNodes: NodeHasher): MerkleVerdict => {
  if (!isSize(size) || !isSize(index) || index >= size) return refuse('merkle/size');
  if (![hash, root, ...path].every(isHash)) return refuse('merkle/hash');
  let place: Place = { node: index, last: size - 1 };
  let known = hash;
  for (const sibling of path) {
    if (place.last === 0) return refuse('merkle/length');
    if (isRight(place)) {
      known = hashNodes(sibling, known);
      place = skipLoneNodes(place);
    } else known = hashNodes(known, sibling);
    place = parentOf(place);
  }
  if (place.last > 0) return refuse('merkle/length');
  return isSameBytes(known, root) ? PROVED : refuse('merkle/root');
};

/** RFC 9162, section 2.1.4.2. Every tree begins with the empty one. */
export const verifyConsistency = (consistency: Consistency, sha256: Sha256): MerkleVerdict => {
  const { from, to, fromRoot, toRoot, path } = consistency;
  if (!isSize(to) || !isSize(from) || from > to) return refuse('merkle/size');
  if (![fromRoot, toRoot, ...path].every(isHash)) return refuse('merkle/hash');
  if (from === 0 || from === to) {
    if (path.length > 0) return refuse('merkle/length');
    const isRootOfNone = from > 0 || isSameBytes(fromRoot, sha256(new Uint8Array()));
    const isUnchanged = from < to || isSameBytes(fromRoot, toRoot);
    return isRootOfNone && isUnchanged ? PROVED : refuse('merkle/root');
  }
  let place: Place = { node: from - 1, last: to - 1 };
  while (isOdd(place.node)) place = parentOf(place);
  // Where the old tree is one whole subtree, its root is the first hash, and the proof leaves it out.
  const [first, ...rest] = place.node === 0 ? [fromRoot, ...path] : path;
  if (first === undefined) return refuse('merkle/length');
  let [oldRoot, newRoot] = [first, first];
  for (const sibling of rest) {
    if (place.last === 0) return refuse('merkle/length');
    if (isRight(place)) {
      oldRoot = hashNode(sibling, oldRoot, sha256);
      newRoot = hashNode(sibling, newRoot, sha256);
      place = skipLoneNodes(place);
    } else newRoot = hashNode(newRoot, sibling, sha256);
    place = parentOf(place);
  }
  if (place.last > 0) return refuse('merkle/length');
  return isSameBytes(oldRoot, fromRoot) && isSameBytes(newRoot, toRoot) ? PROVED : refuse('merkle/root');
};
