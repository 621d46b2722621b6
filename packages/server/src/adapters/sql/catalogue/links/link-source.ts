import { type ItemState, SPEAKING_STATES, speaksForItem } from '@perene/core/item';
import type { Authorship, ItemLink, LinkOrigin } from '../../../../ports/archive/catalogue.ts';
import type { SqlValue } from '../../engine/sql-database.ts';
import type { Row } from '../../engine/typed-rows.ts';
import { LINK_SOURCE } from '../../migrations/tables.ts';

/** The source of a link: the columns `origin, archive, who, at` of the tables of links. */
export interface LinkSource {
  readonly origin: LinkOrigin;
  readonly archive: string;
  readonly who: string;
  readonly at: bigint;
}

export const SOURCE_COLUMNS = Object.keys(LINK_SOURCE).join(', ');

export const sourceValues = ({ origin, archive, who, at }: LinkSource): readonly SqlValue[] => [
  origin,
  archive,
  who,
  at,
];

export const sourceOf = (row: Row<typeof LINK_SOURCE>): LinkSource => ({
  origin: row.origin as LinkOrigin,
  archive: row.archive,
  who: row.who,
  at: row.at,
});

export const ownSource = (
  { who, at, linkOrigin }: Pick<Authorship, 'who' | 'at' | 'linkOrigin'>,
  otherwise: LinkOrigin,
): LinkSource => ({
  origin: linkOrigin?.kind ?? otherwise,
  archive: linkOrigin?.kind === 'proposal' ? linkOrigin.archive : '',
  who,
  at,
});

/** The columns that a query of links must select, with the state of the other item if that is here. */
export const LINK = { kind: 'text', label: 'label', language: 'text', state: 'text?', ...LINK_SOURCE } as const;

export const linkOf = (row: Row<typeof LINK>): ItemLink => {
  const { origin, archive, who, at } = sourceOf(row);
  return {
    kind: row.kind as ItemLink['kind'],
    label: row.label,
    language: row.language || undefined,
    origin,
    archive: archive || undefined,
    who: who || undefined,
    at: at === 0n ? undefined : at,
    holding: holdingOf(row.state),
  };
};

const holdingOf = (state: string | null): ItemLink['holding'] => {
  if (state === null) return 'elsewhere';
  return speaksForItem({ kind: state as ItemState['kind'] }) ? 'original' : 'copy';
};

/** The states of items whose original this Archive holds, or held. */
export const ORIGINAL_STATES = `(${SPEAKING_STATES.map((kind) => `'${kind}'`).join(', ')})`;
