import { misfit, refuse } from '@perene/api/refusals';
import { MAX_FILES_PER_ITEM, parseItemFilePath } from '@perene/core/item';
import type { DraftFile } from '../../../ports/archive/desk/drafts.ts';
import type { ItemFiles } from '../../../ports/archive/item-files.ts';
import type { DepositedFile } from '../archive-operations.ts';
import { checkKept } from '../documents/open-kept.ts';

/** Receives files one after the other; if one fails, none is kept. */
export const receiveDraftFiles = async (
  { files, maxFileBytes }: { readonly files: ItemFiles; readonly maxFileBytes: number },
  draft: string,
  given: AsyncIterable<DepositedFile>,
): Promise<readonly DraftFile[]> => {
  const received: DraftFile[] = [];
  try {
    for await (const file of given) {
      if (received.length >= MAX_FILES_PER_ITEM) throw refuse('too-many-files', { max: MAX_FILES_PER_ITEM });
      const path = checkPath(file.path);
      const stored =
        'uploadId' in file
          ? await files.drafts.adopt(draft, file.uploadId, { path })
          : await files.drafts.receive(draft, file.open(0), { path, maxBytes: maxFileBytes });
      received.push({ ...stored, path });
      checkKept(stored, file);
    }
    if (received.length === 0) throw refuse('no-files', { reason: 'none' });
    return received;
  } catch (error) {
    for (const { id } of received) await files.drafts.remove(draft, id);
    throw error;
  }
};

const checkPath = (path: string): string => {
  const parsed = parseItemFilePath(path);
  if (parsed.ok) return parsed.value;
  throw refuse('file-name-invalid', { reason: 'unfit', path, ...misfit(parsed) });
};
