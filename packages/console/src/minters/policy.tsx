import { useState } from 'preact/hooks';
import { type Minter, setPolicy } from '../api/minters.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextArea } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { MINTERS } from './texts.ts';

/** Shows what is promised of the identifiers, which is the only thing about a minter that ever changes. */
export const Policy = ({ minter, mayChange }: { readonly minter: Minter; readonly mayChange: boolean }) => {
  const texts = useTexts(MINTERS).policy;
  return (
    <section>
      <h2>{texts.title}</h2>
      {mayChange ? <PolicyForm minter={minter} /> : <p class="prose">{minter.policy || texts.none}</p>}
    </section>
  );
};

const PolicyForm = ({ minter }: { readonly minter: Minter }) => {
  const texts = useTexts(MINTERS).policy;
  const { client } = useSession();
  const toast = useToast();
  const action = useAction();
  const [text, setText] = useState(minter.policy);
  const submit = async (): Promise<void> => {
    if (await action.run(() => setPolicy(client, minter.name, text))) toast(texts.saved);
  };
  return (
    <Form onSubmit={submit}>
      <TextArea label={texts.label} hint={texts.hint} value={text} onChange={setText} />
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      <Button type="submit" disabled={action.isRunning}>
        {texts.save}
      </Button>
    </Form>
  );
};
