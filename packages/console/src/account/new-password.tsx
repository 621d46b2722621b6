import { useState } from 'preact/hooks';
import { useTexts } from '../i18n/language.ts';
import { CheckField, TextField } from '../ui/field.tsx';
import { ACCOUNT } from './texts.ts';

/** A field for a new password, which can be shown instead of being typed twice. */
export const NewPassword = ({
  email,
  value,
  onChange,
}: {
  readonly email: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) => {
  const { password } = useTexts(ACCOUNT);
  const [isShown, setShown] = useState(false);
  return (
    <>
      {/* Browsers that keep passwords want to know whose this one is. */}
      <input type="email" autocomplete="username" value={email} readOnly hidden />
      <TextField
        type={isShown ? 'text' : 'password'}
        autocomplete="new-password"
        label={password.chosen}
        hint={password.hint}
        value={value}
        onChange={onChange}
      />
      <CheckField label={password.show} checked={isShown} onChange={setShown} />
    </>
  );
};
