import { fileURLToPath } from 'node:url';
import type { SampleOperations } from '../services/sample/sample-operations.ts';
import type { Store } from './open-store.ts';

/** The sample collection over the Archive of a data folder. */
export const openSampleCollection = async ({ operations, catalogue, facts }: Store): Promise<SampleOperations> => {
  const [{ createSample }, { createSourceFolder }] = await Promise.all([
    import('../services/sample/create-sample.ts'),
    import('../adapters/disk/source-folder.ts'),
  ]);
  const folder = fileURLToPath(new URL('../../sample/', import.meta.url));
  return createSample({ archive: operations, catalogue, facts, sources: createSourceFolder({ folder }) });
};
