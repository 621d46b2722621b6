import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DocumentAges } from '../../../ports/document-ages.ts';
import { isMissing, onDisk } from '../disk-failure.ts';
import { resolveRoot } from '../folders.ts';
import { documentsFolder } from './documents-folder.ts';

export const createDocumentAges = ({ folder }: { readonly folder: string }): DocumentAges => ({
  keptAt: (repository) =>
    onDisk(folder, async () => {
      // A rename brings the documents, and changes the date of the folder around them.
      const place = dirname(join(await resolveRoot(folder), documentsFolder(repository)));
      try {
        return (await stat(place, { bigint: true })).mtimeNs / 1_000n;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    }),
});
