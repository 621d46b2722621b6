import { useMemo } from 'preact/hooks';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { Field } from '../ui/field.tsx';
import { allLanguages, commonLanguages } from './languages.ts';
import { DESCRIPTION } from './texts.ts';

/** Offers all languages that a work can be in, named in the reader's own language. */
export const LanguageSelect = ({
  label,
  none,
  error,
  value,
  onChange,
}: {
  readonly label: string;
  /** The name of the choice for no language. */
  readonly none: string;
  readonly error?: string | undefined;
  readonly value: string;
  readonly onChange: (language: string) => void;
}) => {
  const texts = useTexts(DESCRIPTION);
  const format = useFormat();
  const groups = useMemo(
    () => [
      { label: texts.commonLanguages, choices: commonLanguages(format) },
      { label: texts.allLanguages, choices: allLanguages(format) },
    ],
    [texts, format],
  );
  const isListed = value === '' || groups.some(({ choices }) => choices.some((choice) => choice.value === value));
  // A common language is in both groups, but is marked as chosen in one only.
  const chosenGroup = groups.findIndex(({ choices }) => choices.some((choice) => choice.value === value));
  // Hundreds of options are not compared again at each key that is typed somewhere.
  const options = useMemo(
    () =>
      groups.map((group, index) => (
        <optgroup key={group.label} label={group.label}>
          {group.choices.map((choice) => (
            <option key={choice.value} value={choice.value} selected={index === chosenGroup && choice.value === value}>
              {choice.text}
            </option>
          ))}
        </optgroup>
      )),
    [groups, chosenGroup, value],
  );
  return (
    <Field label={label} error={error}>
      {(attributes) => (
        <select {...attributes} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="" selected={value === ''}>
            {none}
          </option>
          {!isListed && (
            <option value={value} selected>
              {format.language(value)} ({value})
            </option>
          )}
          {options}
        </select>
      )}
    </Field>
  );
};
