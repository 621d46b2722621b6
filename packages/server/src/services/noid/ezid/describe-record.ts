import type { MinterReading } from '../../../ports/minting/minter-store.ts';
import { REASON_ELEMENT, STATE_ELEMENT, stateOf } from '../names/name-state.ts';
import { OWNER } from '../names/register-name.ts';
import { TARGET_ELEMENT } from './read-changes.ts';

const DECODER = new TextDecoder();

/** What is known of a name, with EZID's labels; what begins with `_` comes first. */
export const describeRecord = async (
  minter: MinterReading,
  { id, publicUrl }: { readonly id: string; readonly publicUrl: string },
): Promise<readonly (readonly [label: string, value: string])[]> => {
  const bound = new Map((await minter.elements(id)).map(({ element, value }) => [element, DECODER.decode(value)]));
  const state = stateOf(bound.get(STATE_ELEMENT), bound.get(REASON_ELEMENT));
  const reason = state.kind === 'withdrawn' && state.reason !== '' ? ` | ${state.reason}` : '';
  const created = bound.get('_created');
  const internal: readonly (readonly [string, string | undefined])[] = [
    ['_created', created],
    ['_updated', bound.get('_updated') ?? created],
    ['_target', bound.get(TARGET_ELEMENT) ?? `${publicUrl}/id/ark:/${id}`],
    ['_owner', bound.get(OWNER) ?? 'anonymous'],
    ['_ownergroup', minter.definition.name],
    ['_profile', bound.get('_profile') ?? 'erc'],
    ['_status', `${state.kind === 'withdrawn' ? 'unavailable' : state.kind}${reason}`],
    ['_export', bound.get('_export') ?? 'yes'],
  ];
  return [
    ...internal.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const])),
    ...[...bound].filter(([element]) => !element.startsWith('_')),
  ];
};
