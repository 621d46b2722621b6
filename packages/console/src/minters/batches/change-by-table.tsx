import { useRef, useState } from 'preact/hooks';
import { decodeTable } from '../../bulk/decode-table.ts';
import { downloadText } from '../../bulk/download.ts';
import { useTexts } from '../../i18n/language.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { NAME_BATCHES } from './texts.ts';

const EXAMPLE = 'id,_t,who,what,when\r\n,https://www.example.org/theses/17,"Lima, Ana",On rivers,2026\r\n';

/** Asks for a table. */
export const ChangeByTable = ({
  isBusy,
  onPrepare,
}: {
  readonly isBusy: boolean;
  readonly onPrepare: (csv: string) => Promise<void>;
}) => {
  const texts = useTexts(NAME_BATCHES);
  const action = useAction();
  const input = useRef<HTMLInputElement>(null);
  const [isNoText, setNoText] = useState(false);
  const choose = async (chosen: HTMLInputElement): Promise<void> => {
    const [file] = chosen.files ?? [];
    chosen.value = '';
    if (file === undefined) return;
    const table = decodeTable(new Uint8Array(await file.arrayBuffer()));
    setNoText(table === undefined);
    if (table !== undefined) await action.run(() => onPrepare(table.text));
  };
  return (
    <section class="form" aria-label={texts.table.title}>
      <h2>{texts.table.title}</h2>
      <p class="hint">{texts.table.hint}</p>
      <p class="buttons">
        <Button disabled={isBusy || action.isRunning} onClick={() => input.current?.click()}>
          {texts.table.choose}
        </Button>
        <Button kind="quiet" onClick={() => downloadText('names.csv', EXAMPLE)}>
          {texts.table.template}
        </Button>
      </p>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        onChange={(event) => void choose(event.currentTarget)}
      />
      {isNoText && (
        <Notice kind="wrong">
          <p>{texts.table.noText}</p>
        </Notice>
      )}
      {action.error !== undefined && <ErrorNotice error={action.error} />}
    </section>
  );
};
