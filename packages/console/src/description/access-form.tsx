import { useId } from 'preact/hooks';
import { useTexts } from '../i18n/language.ts';
import { CheckField, TextArea, TextField } from '../ui/field.tsx';
import { findWrongNetwork, type WrittenAccess } from './description.ts';
import { DESCRIPTION } from './texts.ts';

/** Asks from where the files may be opened, and whether their list and the description are shown. */
export const AccessForm = ({
  access,
  onChange,
}: {
  readonly access: WrittenAccess;
  readonly onChange: (access: WrittenAccess) => void;
}) => {
  const texts = useTexts(DESCRIPTION).access;
  const wrong = findWrongNetwork(access);
  const error = wrong === '' ? texts.networkMissing : texts.networkWrong(wrong ?? '');
  const restrict = (isRestricted: boolean): void => onChange({ ...access, isRestricted });
  return (
    <section aria-label={texts.legend}>
      <h2>{texts.legend}</h2>
      <fieldset>
        <legend class="unseen">{texts.legend}</legend>
        <Radio label={texts.everyone} checked={!access.isRestricted} onChoose={() => restrict(false)} />
        <Radio
          label={texts.networks}
          hint={texts.networksHint}
          checked={access.isRestricted}
          onChoose={() => restrict(true)}
        />
        {access.isRestricted && (
          <TextArea
            label={texts.networkList}
            hint={texts.networkListHint}
            error={wrong === undefined ? undefined : error}
            rows={3}
            value={access.networks}
            onChange={(networks) => onChange({ ...access, networks })}
          />
        )}
      </fieldset>
      <TextField
        type="date"
        label={texts.embargo}
        hint={texts.embargoHint}
        value={access.embargo ?? ''}
        onChange={(embargo) => onChange({ ...access, embargo })}
      />
      <CheckField
        label={texts.closed}
        hint={texts.closedHint}
        checked={access.isListClosed}
        onChange={(isListClosed) => onChange({ ...access, isListClosed })}
      />
      <CheckField
        label={texts.undescribed}
        hint={texts.undescribedHint}
        checked={access.isDescriptionClosed}
        onChange={(isDescriptionClosed) => onChange({ ...access, isDescriptionClosed })}
      />
    </section>
  );
};

const Radio = ({
  label,
  hint,
  checked,
  onChoose,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
}) => {
  const id = useId();
  return (
    <div class="check">
      <input
        id={id}
        type="radio"
        name="access"
        checked={checked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={onChoose}
      />
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
};
