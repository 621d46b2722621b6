import { useState } from 'preact/hooks';
import { type Minted, type MinterSummary, mint } from '../api/minters.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { useDigits } from './creating/digits.ts';
import { MINTERS } from './texts.ts';

const MAX_COUNT = 100_000;

const readCount = (text: string): number | undefined => {
  const count = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  return count >= 1 && count <= MAX_COUNT ? count : undefined;
};

export const Mint = ({ minter, onDone }: { readonly minter: MinterSummary; readonly onDone: () => void }) => {
  const texts = useTexts(MINTERS).mint;
  const { client } = useSession();
  const action = useAction();
  const [count, setCount] = useState('1');
  const [minted, setMinted] = useState<Minted>();
  const wanted = readCount(count);
  const submit = async (): Promise<void> => {
    if (wanted === undefined) return;
    const isDone = await action.run(async () => setMinted(await mint(client, minter.name, wanted)));
    if (isDone) onDone();
  };
  return (
    <section>
      <h2>{texts.title}</h2>
      <Form onSubmit={submit}>
        <div class="row">
          <TextField
            label={texts.count}
            hint={texts.hint}
            error={wanted === undefined ? texts.wrong : undefined}
            type="number"
            min="1"
            max={String(MAX_COUNT)}
            value={count}
            onChange={setCount}
          />
          <Button kind="primary" type="submit" disabled={action.isRunning}>
            {texts.submit}
          </Button>
        </div>
      </Form>
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      {minted !== undefined && <MintedList minter={minter} minted={minted} />}
    </section>
  );
};

/** A browser should not have to lay out a hundred thousand lines at once. */
const SHOWN_ROWS = 8;

const MintedList = ({ minter, minted }: { readonly minter: MinterSummary; readonly minted: Minted }) => {
  const texts = useTexts(MINTERS).mint;
  const digits = useDigits();
  const toast = useToast();
  const lines = `${minted.ids.join('\n')}\n`;
  const copy = async (): Promise<void> => {
    await navigator.clipboard?.writeText(lines);
    toast(texts.copied);
  };
  const download = (): void => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([lines], { type: 'text/plain' }));
    link.download = `${minter.name}.txt`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Notice kind="done">
      <p>{texts.done(digits(minted.ids.length))}</p>
      {minted.stopped !== undefined && <p>{texts.stopped}</p>}
      <textarea
        class="code"
        readOnly
        aria-label={texts.list}
        rows={Math.min(SHOWN_ROWS, minted.ids.length)}
        value={minted.ids.join('\n')}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div class="buttons">
        <Button onClick={copy}>{texts.copyAll}</Button>
        <Button onClick={download}>{texts.download}</Button>
      </div>
    </Notice>
  );
};
