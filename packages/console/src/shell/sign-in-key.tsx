import { useState } from 'preact/hooks';
import { createClient } from '../api/client.ts';
import { whoAmI } from '../api/items.ts';
import { codeOf } from '../api/problem.ts';
import type { Principal } from '../api/types.ts';
import { useLanguage, useTexts } from '../i18n/language.ts';
import { describeError } from '../i18n/problems.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { isKey } from './session.ts';
import { SHELL } from './texts.ts';

/** Codes about the key itself, which are shown beside it. */
const KEY_CODES = ['key-wrong', 'key-missing', 'too-many-wrong-keys'];

export const KeySignIn = ({ onSignIn }: { readonly onSignIn: (key: string, principal: Principal) => void }) => {
  const { signIn } = useTexts(SHELL);
  const { language } = useLanguage();
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>();
  const [isMalformed, setMalformed] = useState(false);
  const [isAsking, setAsking] = useState(false);

  const submit = async (): Promise<void> => {
    const key = text.trim();
    setError(undefined);
    setMalformed(!isKey(key));
    if (!isKey(key)) return;
    setAsking(true);
    try {
      onSignIn(key, await whoAmI(createClient({ key, onKeyRefused: () => {} })));
    } catch (refusal) {
      setError(refusal);
    } finally {
      setAsking(false);
    }
  };

  const isAboutKey = error !== undefined && KEY_CODES.includes(codeOf(error));
  const complaint = (): string | undefined => {
    if (isMalformed) return text.trim() === '' ? signIn.missing : signIn.malformed;
    return isAboutKey ? describeError(error, language) : undefined;
  };
  return (
    <Form onSubmit={submit}>
      <TextField
        type="password"
        autocomplete="off"
        isCode
        label={signIn.key}
        hint={signIn.hint}
        error={complaint()}
        value={text}
        onChange={setText}
      />
      {error !== undefined && !isAboutKey && <ErrorNotice error={error} />}
      <p>
        <Button kind="primary" type="submit" disabled={isAsking}>
          {signIn.submit}
        </Button>
      </p>
    </Form>
  );
};
