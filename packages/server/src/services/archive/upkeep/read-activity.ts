import { refuse } from '@perene/api/refusals';
import type { Ibi, Label, RepositoryLabel } from '@perene/core';
import { titleIn } from '@perene/core/item';
import type { Catalogue, CatalogueItem } from '../../../ports/archive/catalogue.ts';
import type { Activity, ActivityPlace } from '../../../ports/archive/catalogue-records.ts';
import { timeOf } from '../items/view-item.ts';

/** Tells what was done on this node, and by whom, the latest first. */
export interface ActivityOperations {
  read(request: ActivityRequest): Promise<ActivityPage>;
}

interface ActivityRequest {
  /** Any label of an item; changes of its description are included. */
  readonly item?: Ibi | undefined;
  readonly who?: string | undefined;
  /** Microseconds since 1970. */
  readonly from?: bigint | undefined;
  /** Microseconds since 1970, exclusive. */
  readonly until?: bigint | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

interface ActivityPage {
  readonly entries: readonly ActivityView[];
  /** The cursor of the next page; absent at the end. */
  readonly next?: string;
}

interface ActivityView {
  readonly at: string;
  readonly who: string;
  readonly action: string;
  readonly repository: string;
  /** The item that a description describes. */
  readonly describes?: string;
  /** The present title, empty if there is none; absent if the item is no longer here. */
  readonly title?: string;
}

const DEFAULT_LIMIT = 50;
const CURSOR = /^(\d{1,18})-(\d{1,18})$/;

export const createActivityReader = ({
  catalogue,
}: {
  readonly catalogue: Pick<Catalogue, 'find' | 'activity'>;
}): ActivityOperations => ({
  async read({ item, who, from, until, cursor, limit = DEFAULT_LIMIT }) {
    const repositories = item === undefined ? undefined : await namesOf(catalogue, item.text);
    const query = { repositories, who, from, until, after: readCursor(cursor), limit: limit + 1 };
    const found = await catalogue.activity(query);
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    const items = await findItems(catalogue, new Set(shown.map(({ repository }) => repository)));
    return {
      entries: shown.map((activity) => viewActivity(activity, items.get(activity.repository))),
      ...(last && { next: `${last.at}-${last.number}` }),
    };
  },
});

/** The item and its description, or the item that it describes; for a dropped copy, its name alone. */
const namesOf = async (catalogue: Pick<Catalogue, 'find'>, label: Label): Promise<readonly string[]> => {
  const item = await catalogue.find(label);
  if (item === undefined) return [label];
  return [item.repository, item.describedBy, item.describes].filter((name) => name !== undefined);
};

const readCursor = (cursor: string | undefined): ActivityPlace | undefined => {
  if (cursor === undefined) return undefined;
  const [, at, number] = CURSOR.exec(cursor) ?? [];
  if (at !== undefined && number !== undefined) return { at: BigInt(at), number: BigInt(number) };
  throw refuse('cursor-invalid', { cursor: cursor.slice(0, 50) });
};

type FoundItem = Pick<ActivityView, 'describes' | 'title'>;

const findItems = async (
  catalogue: Pick<Catalogue, 'find'>,
  repositories: ReadonlySet<RepositoryLabel>,
): Promise<ReadonlyMap<string, FoundItem>> => {
  const items = new Map<string, FoundItem>();
  for (const repository of repositories) {
    const item = await catalogue.find(repository);
    if (item !== undefined) items.set(repository, await describe(catalogue, item));
  }
  return items;
};

const describe = async (catalogue: Pick<Catalogue, 'find'>, item: CatalogueItem): Promise<FoundItem> => {
  const describing = item.describedBy === undefined ? item : await catalogue.find(item.describedBy);
  const metadata = describing?.metadata;
  return {
    ...(item.describes !== undefined && { describes: item.describes }),
    title: metadata === undefined ? '' : titleIn(metadata, item.language),
  };
};

const viewActivity = ({ at, who, action, repository }: Activity, item: FoundItem | undefined): ActivityView => ({
  at: timeOf(at),
  who,
  action,
  repository,
  ...item,
});
