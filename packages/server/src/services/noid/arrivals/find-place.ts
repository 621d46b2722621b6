import { parseArk } from '@perene/core/ark';
import type { MinterDefinition } from '../../../ports/minting/minter-store.ts';
import { hasNaan } from '../ark/ark-minters.ts';
import { authorityOf, newIdOf, parseHandle, prefixOf } from '../handle/find-handle.ts';
import { chooseHolder } from '../names/choose-holder.ts';
import { prefixId } from '../names/prefix-name.ts';
import { type ArrivingName, refuseSource } from './arriving-name.ts';

/** The minter that is to have a name, and the name as it is kept there. */
export interface NamePlace {
  readonly minter: string;
  readonly id: string;
  /** Whether it is the handle of a prefix, which is no name of its own. */
  readonly isPrefix: boolean;
}

/** Chooses the minter that might mint the name, so that it never does, or else one of the same authority. */
export const findPlace = (minters: readonly MinterDefinition[], { kind, line, text }: ArrivingName): NamePlace => {
  if (kind === 'handle') return placeOfHandle(minters, line, text);
  const ark = parseArk(/^[!-~]+$/.test(text) ? text : '');
  if (!ark.ok) throw refuseSource(line, 'no-name', text);
  const holder = chooseHolder(minters, ark.value);
  if (holder === undefined) throw refuseSource(line, 'no-minter', text);
  return { minter: holder.name, id: `${holder.naan}/${ark.value.name}`, isPrefix: false };
};

const placeOfHandle = (minters: readonly MinterDefinition[], line: number, text: string): NamePlace => {
  const handle = parseHandle(text);
  if (handle === undefined) throw refuseSource(line, 'no-name', text);
  const authority = authorityOf(handle);
  const isPrefix = prefixOf(handle) !== undefined;
  const holder = isPrefix
    ? minters.find((definition) => hasNaan(definition, authority))
    : chooseHolder(minters, { ...authority, name: handle.suffix });
  if (holder === undefined) throw refuseSource(line, 'no-minter', text);
  return { minter: holder.name, id: isPrefix ? prefixId(holder) : newIdOf(holder, handle), isPrefix };
};
