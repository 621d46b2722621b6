import { parseRepositoryName } from '@perene/core';
import type { FileFolder } from '../../../../ports/node/given-files.ts';
import { join } from '../../packaging/walk-package.ts';

/** Something in the folder that was given. */
export type Found =
  | { readonly kind: 'sheet'; readonly path: string }
  | { readonly kind: 'repository'; readonly path: string; readonly label: string }
  | { readonly kind: 'link' | 'too-deep'; readonly path: string };

const MAX_DEPTH = 32;
const SHEET = /\.(?:xml|refer)$/i;
/** The record in the repository that describes another one. */
const OWN_SHEET = /^@metadata(?:\.[a-z]+)?$/i;
const PARTS_OF_LABEL = 4;

/** Finds the folders of repositories, `.../<subdomain>/<word>/<year>/<date>/`, and the files with records. */
export async function* findSheets(folder: FileFolder, path = '', depth = 0): AsyncGenerator<Found> {
  const label = path.split('/').slice(-PARTS_OF_LABEL).join('/').toLowerCase();
  if (parseRepositoryName(label).ok) {
    yield { kind: 'repository', path, label };
    for (const { name, kind } of await folder.list(`${path}/doc`)) {
      if (kind === 'file' && OWN_SHEET.test(name)) yield { kind: 'sheet', path: `${path}/doc/${name}` };
    }
    return;
  }
  for (const { name, kind } of await folder.list(path)) {
    const inner = join(path, name);
    if (kind === 'other') yield { kind: 'link', path: inner };
    else if (kind === 'folder') {
      if (depth === MAX_DEPTH) yield { kind: 'too-deep', path: inner };
      else yield* findSheets(folder, inner, depth + 1);
    } else if (SHEET.test(name)) yield { kind: 'sheet', path: inner };
  }
}
