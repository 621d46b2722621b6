import type { Proof } from '@perene/api';
import { Refusal } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import { findSubject, formatManifest, hashManifest, type Manifest, parseProofFile } from '@perene/core/trust';
import { LRUCache } from 'lru-cache';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { Signatures } from '../../../ports/system/signatures.ts';

/** Proofs of who claimed an item when, with the manifest of what was claimed. */
export interface ItemProofs {
  /** Without the manifest, where the list of files is closed to whoever asks. */
  find(label: Label, options: { readonly isListed: boolean }): Promise<Proof>;
}

/** The resolver is not asked for the same item more often. */
const SHOWN = { max: 10_000, ttl: 10_000 };

/**
 * Takes the proof from the log of the resolver. If the log does not have the item as it is, the resolver is asked for
 * the item first, because a log has what its resolver saw.
 */
export const createItemProofs = ({
  catalogue,
  readProof,
  show,
  signatures: { sha256 },
}: {
  readonly catalogue: Pick<Catalogue, 'find' | 'manifest'>;
  readonly readProof: (label: Label) => Promise<Proof>;
  /** Shows the item to the resolver, and resolves when its log may have it. */
  readonly show: (label: Label) => Promise<void>;
  readonly signatures: Pick<Signatures, 'sha256'>;
}): ItemProofs => {
  const shown = new LRUCache<Label, true>(SHOWN);
  /** Many readers may ask for one item at a time. */
  const underWay = new Map<Label, Promise<Proof>>();

  const isOf = (proof: Proof, manifest: Manifest): boolean => {
    const read = parseProofFile(JSON.stringify(proof), sha256);
    return read.ok && findSubject(read.value, sha256).hash === hashManifest(manifest, sha256);
  };

  const search = async (label: Label): Promise<Proof> => {
    const item = await catalogue.find(label);
    const manifest = item && (await catalogue.manifest(item.repository));
    const complete = (proof: Proof): Proof | undefined =>
      manifest !== undefined && isOf(proof, manifest)
        ? { ...proof, manifest: JSON.parse(formatManifest(manifest)) }
        : undefined;
    const first = await unlessMissing(readProof(label));
    const whole = first && complete(first);
    if (whole !== undefined) return whole;
    if (shown.get(label)) return first ?? readProof(label);
    shown.set(label, true);
    await show(label);
    const second = await readProof(label);
    return complete(second) ?? second;
  };

  return {
    async find(label, { isListed }) {
      const searching = underWay.get(label) ?? search(label).finally(() => underWay.delete(label));
      underWay.set(label, searching);
      const proof = await searching;
      if (isListed) return proof;
      const { manifest: _manifest, ...closed } = proof;
      return closed;
    },
  };
};

const unlessMissing = async (finding: Promise<Proof>): Promise<Proof | undefined> => {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'log-entry-not-found') return undefined;
    throw error;
  }
};
