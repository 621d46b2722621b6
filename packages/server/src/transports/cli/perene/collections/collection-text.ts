import type { Collection } from '@perene/api';
import type { GlobalFlags } from '../global-flags.ts';
import { formatRows } from '../rows.ts';
import { formatTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';

export const writeCollection = (terminal: Terminal, collection: Collection, { json }: GlobalFlags): void =>
  terminal.out(json ? `${JSON.stringify(collection, null, 2)}\n` : describeCollection(collection));

const describeCollection = ({ title, description, defaults, ...collection }: Collection): string =>
  formatRows([
    ['name', collection.name],
    ['former names', collection.formerNames],
    ['title (en)', title.en],
    ['title (pt)', title.pt],
    ['description (en)', description.en],
    ['description (pt)', description.pt],
    ['kind', collection.kind],
    ['items', collection.items === undefined ? undefined : String(collection.items)],
    ['page', collection.url],
    ['licence', defaults.license],
    ['language', defaults.language],
    ['opens', defaults.opens],
    ['review', collection.review],
    ['readers', defaults.access?.networks],
    ['file list', defaults.access?.fileList],
    ['description is', defaults.access?.description],
    ['created', collection.created],
    ['changed', collection.updated],
    ['revision', String(collection.revision)],
  ]);

export const describeCollections = (terminal: Terminal, collections: readonly Collection[]): string =>
  formatTable(
    terminal,
    ['name', 'kind', 'items', 'title'],
    collections.map(({ name, kind, items, title: { en, pt } }) => [
      name,
      kind,
      items === undefined ? '-' : String(items),
      en ?? pt ?? '-',
    ]),
  );
