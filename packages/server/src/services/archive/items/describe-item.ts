import { documentPath } from '@perene/core/item';
import type { DescribedFile, Description } from '@perene/core/representation';
import type { ItemView } from '../archive-operations.ts';
import { isEmbargoed } from '../documents/allow-client.ts';

/** What this Archive tells of an item in any format; `publicUrl` is the beginning of the addresses of its files. */
export const describeItem = (item: ItemView, publicUrl: string): Description => {
  const own = [item.repository, ...item.ibips];
  const resolver = item.persistentUrl.slice(0, -(item.ibips[0] ?? item.repository).length);
  const urlOf = (label: string | undefined): string | undefined =>
    label === undefined || own.includes(label) ? undefined : `${resolver}${label}`;
  const { all, next, last } = item.editions;
  const place = all.findIndex((label) => own.includes(label));
  return {
    metadata: item.metadata?.fields ?? (item.title === undefined ? {} : { title: [{ value: item.title }] }),
    language: item.language,
    persistentUrl: item.persistentUrl,
    labels: own,
    aliases: item.aliases,
    created: item.created,
    updated: item.changed,
    access: accessOf(item),
    files: filesOf(item, publicUrl),
    previousEdition: urlOf(all[place - 1]),
    nextEdition: urlOf(next),
    lastEdition: urlOf(last),
    translations: Object.entries(item.translations)
      .filter(([, label]) => !own.includes(label))
      .map(([language, label]) => ({ language, url: `${resolver}${label}` })),
    // A copy names the Archive that it comes from, which has a page of the same label.
    copyOf: item.copiedFrom === undefined ? undefined : `${item.copiedFrom}/items/${item.repository}`,
  };
};

const accessOf = ({ state, access }: ItemView): Description['access'] => {
  if (state === 'Deleted') return undefined;
  const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  return access.networks === undefined && !isEmbargoed(access, { today }) ? 'open' : 'restricted';
};

/** If the list of files is closed, nothing about them is shown. */
const filesOf = (item: ItemView, publicUrl: string): readonly DescribedFile[] => {
  if (item.access.fileList === 'closed') return [];
  const isTarget = ({ path }: { readonly path: string }): boolean => path === item.target;
  const sorted = [...item.files.filter(isTarget), ...item.files.filter((file) => !isTarget(file))];
  return sorted.map((file) => ({
    ...file,
    mediaType: file.mediaType.replace(/;.*/, ''),
    url: `${publicUrl}${documentPath(item, file.path)}`,
  }));
};
