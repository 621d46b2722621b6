import { fileURLToPath } from 'node:url';

/** Folders of this package. The path is the same from `src/compose`, `dist/compose` and the bundle in `dist/program`. */
const folderOf = (path: string): string => fileURLToPath(new URL(`../../${path}/`, import.meta.url));

export const SAMPLE_FOLDER = folderOf('sample');
export const FONTS_FOLDER = folderOf('fonts');
export const DOCS_FOLDER = folderOf('dist/docs');
