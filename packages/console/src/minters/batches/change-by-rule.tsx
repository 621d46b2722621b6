import type { NameBatchView } from '@perene/api';
import { useState } from 'preact/hooks';
import { useTexts } from '../../i18n/language.ts';
import { Button } from '../../ui/button.tsx';
import { Form, TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { NAME_BATCHES } from './texts.ts';

/** Asks how targets begin, and how they are to begin. */
export const ChangeByRule = ({
  isBusy,
  onPrepare,
}: {
  readonly isBusy: boolean;
  readonly onPrepare: (rule: NonNullable<NameBatchView['replace']>) => Promise<void>;
}) => {
  const texts = useTexts(NAME_BATCHES);
  const action = useAction();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [prefix, setPrefix] = useState('');
  const [isChecked, setChecked] = useState(false);
  const submit = async (): Promise<void> => {
    setChecked(true);
    if (from.trim() === '' || from.trim() === to.trim()) return;
    const only = prefix.trim() === '' ? {} : { prefix: prefix.trim() };
    await action.run(() => onPrepare({ from: from.trim(), to: to.trim(), ...only }));
  };
  return (
    <section class="form" aria-label={texts.rule.title}>
      <h2>{texts.rule.title}</h2>
      <p class="hint">{texts.rule.hint}</p>
      <Form onSubmit={() => void submit()}>
        <TextField
          label={texts.rule.from}
          value={from}
          onChange={setFrom}
          isCode
          placeholder="http://old.example/"
          autocomplete="off"
          error={isChecked && from.trim() === '' ? texts.rule.missing : undefined}
        />
        <TextField
          label={texts.rule.to}
          value={to}
          onChange={setTo}
          isCode
          placeholder="https://new.example/"
          autocomplete="off"
          error={isChecked && from.trim() !== '' && from.trim() === to.trim() ? texts.rule.same : undefined}
        />
        <TextField
          label={texts.rule.prefix}
          value={prefix}
          onChange={setPrefix}
          isCode
          placeholder="12345/fk4"
          autocomplete="off"
        />
        {action.error !== undefined && <ErrorNotice error={action.error} />}
        <p class="buttons">
          <Button kind="primary" type="submit" disabled={isBusy || action.isRunning}>
            {texts.submit}
          </Button>
        </p>
      </Form>
    </section>
  );
};
