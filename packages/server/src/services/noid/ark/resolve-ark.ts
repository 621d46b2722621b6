import { type Ark, escapeArk, locationOf, parseTarget } from '@perene/core/ark';
import type { MinterDefinition } from '../../../ports/minter-store.ts';
import { Refusal } from '../../../refusals/refusal.ts';
import { hasNaan } from './ark-minters.ts';
import { type ArkNeeds, type FoundTarget, findKnown, findTarget } from './find-ark.ts';

export interface ArkRequest {
  readonly ark: Ark;
  /** As it was written, without its question mark; empty where there is none. */
  readonly query: string;
}

/** Where an ARK leads: a URL, or a path on this node. */
export const resolveArk = async (needs: ArkNeeds, { ark, query }: ArkRequest): Promise<string> => {
  let holders: readonly MinterDefinition[] = [];
  const found = await needs.minters.search(ark, (asked) => {
    holders = asked;
    return findTarget(needs, ark, asked);
  });
  if (found !== undefined) return writeLocation(found, query);
  const known = await findKnown(needs, ark, holders);
  if (known !== undefined) throw refuseUntargeted(known.id);
  return forwardArk(needs, { ark, query, holders });
};

const writeLocation = ({ id, rest, target }: FoundTarget, query: string): string => {
  const answer = parseTarget(target);
  if (answer.ok) return locationOf(answer.value, { rest, query });
  throw new Refusal(
    'ark-target-invalid',
    `ark:${id}: what is bound as its target is wrong at character ${answer.position + 1}: expected ${answer.expected}`,
  );
};

const refuseUntargeted = (id: string): Refusal =>
  new Refusal(
    'ark-without-target',
    `ark:${id} exists, but leads nowhere yet; /ark:${escapeArk(id)}?info tells what is known of it`,
  );

/** Of what no minter holds: only ARKs of other NAANs may be known elsewhere. */
export const forwardArk = (
  { forwardTo }: Pick<ArkNeeds, 'forwardTo'>,
  { ark, query, holders }: ArkRequest & { readonly holders: readonly MinterDefinition[] },
): string => {
  if (holders.some((definition) => hasNaan(definition, ark))) {
    throw new Refusal('ark-not-found', `${ark.text} is not known here: look for a slip in it`);
  }
  if (forwardTo === undefined) {
    throw new Refusal('ark-not-found', `no minter of this node has the NAAN ${ark.naan}: ask another resolver`);
  }
  return locationOf({ kind: 'url', text: forwardTo }, { rest: `/ark:${ark.naan}/${ark.written}`, query });
};
