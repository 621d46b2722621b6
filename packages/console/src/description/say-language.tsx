import { useState } from 'preact/hooks';
import { editItem } from '../api/items.ts';
import type { Item } from '../api/types.ts';
import { DEPOSIT } from '../deposit/texts.ts';
import { useTexts } from '../i18n/language.ts';
import { allowedActions } from '../shell/actions.ts';
import { useSession } from '../shell/session.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/field.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { LanguageSelect } from './language-select.tsx';
import { DESCRIPTION } from './texts.ts';

/** Asks for the language of an item that is to be translated, because readers are led by languages. */
export const SayLanguage = ({ item, onSaid }: { readonly item: Item; readonly onSaid: () => void }) => {
  const { translation: texts } = useTexts(DEPOSIT);
  const { noLanguage } = useTexts(DESCRIPTION);
  const { client, principal } = useSession();
  const action = useAction();
  const [language, setLanguage] = useState('');
  const [isTried, setTried] = useState(false);
  if (!allowedActions(item, principal).includes('edit')) {
    return (
      <Notice kind="note">
        <p>{texts.languageOfOriginalMissing}</p>
      </Notice>
    );
  }
  const submit = async (): Promise<void> => {
    setTried(true);
    if (language !== '' && (await action.run(() => editItem(client, item, { language })))) onSaid();
  };
  return (
    <Form onSubmit={submit}>
      <Notice kind="note">
        <p>{texts.originalWithoutLanguage}</p>
      </Notice>
      <LanguageSelect
        label={texts.languageOfOriginal(item.title ?? item.repository)}
        none={noLanguage}
        error={isTried && language === '' ? texts.languageOfOriginalNeeded : undefined}
        value={language}
        onChange={setLanguage}
      />
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      <p class="buttons">
        <Button kind="primary" type="submit" disabled={action.isRunning}>
          {texts.goOn}
        </Button>
      </p>
    </Form>
  );
};
