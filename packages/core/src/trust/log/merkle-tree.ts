import { type Answer, accept, refuse } from '../../parsing/answer.ts';
import { concatBytes, encodeUtf8 } from '../bytes.ts';
import type { Sha256 } from '../sha256.ts';

/** Numbers of nodes stay exact up to here. */
export const MAX_TREE_SIZE = 2 ** 52;

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** RFC 6962, section 2.1: leaves and nodes are hashed differently, so that neither passes for the other. */
export const hashLeaf = (entry: string, sha256: Sha256): Uint8Array => sha256(concatBytes(LEAF, encodeUtf8(entry)));

export const hashNode = (left: Uint8Array, right: Uint8Array, sha256: Sha256): Uint8Array =>
  sha256(concatBytes(NODE, left, right));

/**
 * The root of a whole subtree, of 2^level leaves from leaf index * 2^level on. Such a node never changes once it is
 * there, so a store keeps all of them and nothing else; leaves have level 0.
 */
export interface NodeAddress {
  readonly level: number;
  readonly index: number;
}

export interface TreeNode extends NodeAddress {
  readonly hash: Uint8Array;
}

/**
 * The address as one number. Nodes have consecutive numbers in the order in which they are made, so that one table with
 * this number as its key only ever grows at its end.
 */
export const nodeNumber = ({ level, index }: NodeAddress): number => {
  let leaf = (index + 1) * 2 ** level - 1;
  let number = level;
  for (; leaf > 0; leaf = Math.floor(leaf / 2)) number += leaf;
  return number;
};

/** All that is needed to append to a tree: the roots of the whole subtrees that it consists of, the largest first. */
export interface Frontier {
  readonly size: number;
  readonly roots: readonly Uint8Array[];
}

export const EMPTY_FRONTIER: Frontier = { size: 0, roots: [] };

/** The nodes of a store that are the roots of the frontier at this size. */
export const frontierNodes = (size: number): readonly NodeAddress[] => coverRange(0, size);

/** Adds leaves, and returns the nodes to store, in the order of their numbers. */
export const appendLeaves = (
  { size, roots }: Frontier,
  leaves: readonly Uint8Array[],
  sha256: Sha256,
): { readonly frontier: Frontier; readonly nodes: readonly TreeNode[] } => {
  const grown = [...roots];
  const nodes: TreeNode[] = [];
  for (const [place, leaf] of leaves.entries()) {
    let [level, index, hash] = [0, size + place, leaf];
    nodes.push({ level, index, hash });
    for (; index % 2 === 1; index = (index - 1) / 2) {
      hash = hashNode(grown.pop() as Uint8Array, hash, sha256);
      level += 1;
      nodes.push({ level, index: (index - 1) / 2, hash });
    }
    grown.push(hash);
  }
  return { frontier: { size: size + leaves.length, roots: grown }, nodes };
};

export const rootOfFrontier = ({ roots }: Frontier, sha256: Sha256): Uint8Array => foldNodes(roots, sha256);

/** The root over subtrees of which each is larger than all after it together; of none, the hash of no bytes. */
const foldNodes = (roots: readonly Uint8Array[], sha256: Sha256): Uint8Array =>
  roots.length === 0 ? sha256(new Uint8Array()) : roots.reduceRight((right, left) => hashNode(left, right, sha256));

/** The whole subtrees that the leaves from `start` up to `end` consist of; `start` is where a subtree begins. */
const coverRange = (start: number, end: number): readonly NodeAddress[] => {
  const nodes: NodeAddress[] = [];
  let next = start;
  while (next < end) {
    let [level, width] = [0, 1];
    while (next % (width * 2) === 0 && next + width * 2 <= end) {
      level += 1;
      width *= 2;
    }
    nodes.push({ level, index: next / width });
    next += width;
  }
  return nodes;
};

/** How to compute hashes from stored nodes: each is the root over one group of nodes. */
export type HashPlan = readonly (readonly NodeAddress[])[];

const splitOf = (size: number): number => {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
};

const isSize = (size: number): boolean => Number.isSafeInteger(size) && size >= 0 && size <= MAX_TREE_SIZE;
const SIZE = `a whole number up to ${MAX_TREE_SIZE}`;

/** The root at any size that the tree has had. */
export const planRoot = (size: number): Answer<HashPlan> =>
  isSize(size) ? accept([coverRange(0, size)]) : refuse('merkle/size', 0, SIZE);

/** The proof that a leaf is in the tree of this size: RFC 9162, section 2.1.3.1. */
export const planInclusion = ({ index, size }: { readonly index: number; readonly size: number }): Answer<HashPlan> => {
  if (!isSize(size)) return refuse('merkle/size', 0, SIZE);
  if (!isSize(index) || index >= size) return refuse('merkle/index', 0, 'a leaf of the tree');
  const plan: (readonly NodeAddress[])[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const split = start + splitOf(end - start);
    if (index < split) {
      plan.push(coverRange(split, end));
      end = split;
    } else {
      plan.push(coverRange(start, split));
      start = split;
    }
  }
  return accept(plan.reverse());
};

/** The proof that the tree of size `to` begins with the one of size `from`: RFC 9162, section 2.1.4.1. */
export const planConsistency = ({ from, to }: { readonly from: number; readonly to: number }): Answer<HashPlan> => {
  if (!isSize(to)) return refuse('merkle/size', 0, SIZE);
  if (!isSize(from) || from > to) return refuse('merkle/index', 0, 'a size that the tree has had');
  if (from === 0) return accept([]);
  const plan: (readonly NodeAddress[])[] = [];
  let [start, end] = [0, to];
  while (end > from) {
    const split = start + splitOf(end - start);
    if (from <= split) {
      plan.push(coverRange(split, end));
      end = split;
    } else {
      plan.push(coverRange(start, split));
      start = split;
    }
  }
  // The old root itself is known to whoever asks.
  if (start > 0) plan.push(coverRange(start, end));
  return accept(plan.reverse());
};

/** Undefined where the store lacks a node. */
export const carryOutPlan = (
  plan: HashPlan,
  read: (address: NodeAddress) => Uint8Array | undefined,
  sha256: Sha256,
): readonly Uint8Array[] | undefined => {
  const hashes: Uint8Array[] = [];
  for (const group of plan) {
    const roots = group.map(read);
    if (!isComplete(roots)) return undefined;
    hashes.push(foldNodes(roots, sha256));
  }
  return hashes;
};

const isComplete = (hashes: readonly (Uint8Array | undefined)[]): hashes is readonly Uint8Array[] =>
  !hashes.includes(undefined);
