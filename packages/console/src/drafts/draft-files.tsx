import { useState } from 'preact/hooks';
import type { ChosenFile } from '../files/chosen-files.ts';
import { DropZone } from '../files/drop-zone.tsx';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { Progress } from '../ui/progress.tsx';
import { LongTable } from '../ui/table.tsx';
import { useAction } from '../ui/use-action.ts';
import { addFiles, type Draft, removeFile } from './api.ts';
import { DRAFTS } from './texts.ts';

export type ChangeDraft = (work: (latest: Draft) => Promise<Draft>) => Promise<Draft>;

/** The files of a draft. They are sent to the node as soon as they are chosen. */
export const DraftFiles = ({ draft, change }: { readonly draft: Draft; readonly change?: ChangeDraft }) => {
  const texts = useTexts(DRAFTS);
  const format = useFormat();
  const { client } = useSession();
  const action = useAction();
  const [share, setShare] = useState<number>();
  const add = (files: readonly ChosenFile[]): Promise<boolean> =>
    action.run(async () => {
      setShare(0);
      await change?.(({ id }) => addFiles(client, id, files, { onProgress: setShare })).finally(() =>
        setShare(undefined),
      );
    });
  const columns = [
    { title: texts.file, cell: ({ path }: Draft['files'][number]) => <span class="code">{path}</span> },
    { title: texts.size, isNumber: true, cell: ({ bytes }: Draft['files'][number]) => format.bytes(bytes) },
    ...(change === undefined || !draft.may.edit
      ? []
      : [
          {
            title: texts.action,
            cell: ({ id, path }: Draft['files'][number]) => (
              <Button
                kind="quiet"
                aria-label={texts.removeFile(path)}
                onClick={() => action.run(() => change((latest) => removeFile(client, latest.id, id)))}
              >
                {texts.remove}
              </Button>
            ),
          },
        ]),
  ];
  return (
    <section aria-label={texts.files}>
      <h2>{texts.files}</h2>
      {change !== undefined && draft.may.edit && <DropZone onFiles={add} />}
      {share !== undefined && <Progress label={texts.sending} share={share} />}
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      {draft.files.length === 0 ? (
        <p class="hint">{texts.noFiles}</p>
      ) : (
        <LongTable caption={texts.files} columns={columns} rows={draft.files} keyOf={({ id }) => id} />
      )}
    </section>
  );
};
