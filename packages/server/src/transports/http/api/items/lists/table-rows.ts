import type { ItemSummary } from '@perene/api';
import type { Cell } from '../../../../../formats/csv-cell.ts';

/** The titles of the columns, in the order of `rowOf`. */
export const TABLE_TITLES: Readonly<Record<'en' | 'pt', readonly string[]>> = {
  en: [
    ...['Label', 'Opaque label', 'Persistent URL', 'Title', 'Creators', 'Type', 'Year', 'Language', 'Licence'],
    ...['State', 'Collections', 'Owner', 'Files', 'Bytes', 'Deposited', 'Changed'],
  ],
  pt: [
    ...['Rótulo', 'Rótulo opaco', 'URL persistente', 'Título', 'Autores', 'Tipo', 'Ano', 'Idioma', 'Licença'],
    ...['Estado', 'Coleções', 'Dono', 'Arquivos', 'Bytes', 'Depositado', 'Alterado'],
  ],
};

export const rowOf = ({ details, ...item }: ItemSummary): readonly Cell[] => [
  item.repository,
  item.ibip ?? '',
  item.persistentUrl,
  item.title ?? '',
  item.creators.join('; '),
  details?.type ?? '',
  details?.year ?? '',
  item.language ?? '',
  details?.licence ?? '',
  item.state,
  (details?.collections ?? []).join('; '),
  details?.owner?.name ?? details?.owner?.id ?? '',
  details?.files ?? 0,
  details?.bytes ?? 0,
  item.created,
  item.changed,
];
