import { useState } from 'preact/hooks';
import { holdIdentifiers, type MinterSummary, queueIdentifiers } from '../api/minters.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { Button } from '../ui/button.tsx';
import { Form, SelectField, TextArea } from '../ui/field.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { splitIdentifiers } from './check-identifier.ts';
import { useDigits } from './creating/digits.ts';
import { MINTERS } from './texts.ts';

/** Holds identifiers so that they are not minted, or queues them to be minted again. */
export const Reserve = ({ minter, onDone }: { readonly minter: MinterSummary; readonly onDone: () => void }) => {
  const texts = useTexts(MINTERS).reserve;
  const digits = useDigits();
  const { client } = useSession();
  const toast = useToast();
  const action = useAction();
  const [text, setText] = useState('');
  const [when, setWhen] = useState('now');
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const ids = splitIdentifiers(text);

  const act = async (work: () => Promise<string>): Promise<void> => {
    setTried(true);
    setRefused([]);
    if (ids.length === 0) return;
    if (await action.run(async () => toast(await work()))) onDone();
  };
  const hold = (held: boolean) =>
    act(async () => {
      await holdIdentifiers(client, minter.name, { ids, held });
      return held ? texts.heldNow : texts.releasedNow;
    });
  const queue = () =>
    act(async () => {
      const answer = await queueIdentifiers(client, minter.name, { ids, when });
      setRefused(answer.refused);
      return texts.queuedNow(digits(answer.queued));
    });

  return (
    <section>
      <h2>{texts.title}</h2>
      <p class="introduction">{texts.hint}</p>
      <Form onSubmit={queue}>
        <TextArea
          label={texts.ids}
          error={isTried && ids.length === 0 ? texts.missing : undefined}
          value={text}
          onChange={setText}
          rows={3}
        />
        <div class="buttons tight">
          <Button onClick={() => hold(true)}>{texts.hold}</Button>
          <Button onClick={() => hold(false)}>{texts.release}</Button>
        </div>
        <div class="row">
          <SelectField
            label={texts.when}
            value={when}
            onChange={setWhen}
            choices={Object.entries(texts.whens).map(([value, words]) => ({ value, text: words }))}
          />
          <Button type="submit" disabled={action.isRunning}>
            {texts.queue}
          </Button>
        </div>
      </Form>
      {refused.length > 0 && (
        <Notice kind="wrong">
          {refused.map((sentence) => (
            <p key={sentence} lang="en">
              {sentence}
            </p>
          ))}
        </Notice>
      )}
      {action.error !== undefined && <ErrorNotice error={action.error} />}
    </section>
  );
};
