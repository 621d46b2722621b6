import { type Ibi, parseIbi } from '@perene/core';
import { unescapeFilePath } from '@perene/core/item';
import { parseLegacyLabel, readLabel, readOldAddress } from '@perene/core/reading';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';

/** The target of an address that names no document of this node. */
export type Lead =
  | { readonly kind: 'item'; readonly label: string; readonly part: 'item' | 'metadata' | 'metadata.xml' }
  | { readonly kind: 'url'; readonly url: string };

export interface OldAddresses {
  /** Returns the target of a path with its query, as this client requested it; undefined if it is not known. */
  leadOf(address: string, clientAddress: string): Promise<Lead | undefined>;
}

const DOCUMENT = /^\/col\/([^?]+?)\/doc\/([^?]*)(\?.*)?$/s;
const UNSENDABLE = /[^\x21-\x7e]/g;
const FILE_LIST = '?ibiurl.verblist=GetFileList';

/**
 * Decision 52: addresses that URLib printed, and documents of items that have moved away, lead through the resolver.
 */
export const createOldAddresses = ({
  catalogue,
  publicUrl,
  resolverUrl,
  leadsBack,
}: {
  readonly catalogue: Pick<Catalogue, 'find'>;
  readonly publicUrl: string;
  readonly resolverUrl: string;
  /**
   * Whether a persistent URL, which this node resolves, leads to a document of this node; undefined if it resolves
   * none.
   */
  readonly leadsBack: ((target: string, clientAddress: string) => Promise<boolean>) | undefined;
}): OldAddresses => {
  const isHere = async (ibi: Ibi): Promise<boolean> => (await catalogue.find(ibi.text)) !== undefined;

  /** A node that resolves sends readers on where its Archives do not know the item. */
  const through = async (target: string): Promise<Lead | undefined> => {
    if (leadsBack !== undefined) return { kind: 'url', url: target };
    return publicUrl === resolverUrl ? undefined : { kind: 'url', url: `${resolverUrl}${target}` };
  };

  /** If the item is here, it has no such document; otherwise the resolver may know where the item is. */
  const leadOfDocument = async (address: string, clientAddress: string): Promise<Lead | undefined> => {
    const [, holder = '', path = '', query = ''] = DOCUMENT.exec(address) ?? [];
    const label = unescapeFilePath(holder) ?? '';
    const targetOf = (text: string): string =>
      path === '' ? `/${text}${FILE_LIST}` : `/${text}/${path}${query}`.replaceAll(UNSENDABLE, escapeByte);
    // A label of before RTC-10 may be decoded in several ways, or be an alias; the resolver tries them all.
    if (parseLegacyLabel(label).ok) return through(targetOf(label));
    const ibi = readLabel(label);
    if (ibi === undefined) return undefined;
    if (await isHere(ibi)) {
      return parseIbi(label).ok ? undefined : { kind: 'url', url: `/col/${ibi.text}/doc/${path}${query}` };
    }
    const target = targetOf(ibi.text);
    if (await leadsBack?.(target, clientAddress)) return undefined;
    return through(target);
  };

  return {
    async leadOf(address, clientAddress) {
      const old = readOldAddress(address);
      if (old === undefined) return leadOfDocument(address, clientAddress);
      if (old.kind === 'persistent-url') return through(old.target);
      if (await isHere(old.ibi)) {
        const metadata = old.kind === 'metadata' && (old.choice === 'full' ? 'metadata' : 'metadata.xml');
        return { kind: 'item', label: old.ibi.text, part: metadata || 'item' };
      }
      return old.kind === 'item-page'
        ? leadOfDocument(address, clientAddress)
        : through(`/${old.ibi.text}?choice=${old.choice}`);
    },
  };
};

const escapeByte = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
