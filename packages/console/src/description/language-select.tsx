import { useMemo } from 'preact/hooks';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { Field } from '../ui/field.tsx';
import { allLanguages, commonLanguages } from './languages.ts';
import { DESCRIPTION } from './texts.ts';

/** All languages that a work can be in, by their names in the reader's own. */
export const LanguageSelect = ({
  label,
  none,
  error,
  value,
  onChange,
}: {
  readonly label: string;
  /** What no language at all is called. */
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
  // A common language is in both groups, and is chosen once.
  const chosenGroup = groups.findIndex(({ choices }) => choices.some((choice) => choice.value === value));
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
          {groups.map((group, index) => (
            <optgroup key={group.label} label={group.label}>
              {group.choices.map((choice) => (
                <option
                  key={choice.value}
                  value={choice.value}
                  selected={index === chosenGroup && choice.value === value}
                >
                  {choice.text}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
};
