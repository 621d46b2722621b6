import { metadataField } from '@perene/core/item';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useTexts } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';
import { EMPTY_VALUE, type FieldProblems, isLong, type WrittenValue } from './description.ts';
import { LanguageSelect } from './language-select.tsx';
import { chooseLicence, LICENCES } from './licences.ts';
import { DESCRIPTION, type DescriptionTexts } from './texts.ts';

const addText = (field: string, name: string, texts: DescriptionTexts): string => {
  if (field === 'title') return texts.addTitle;
  return field === 'abstract' ? texts.addAbstract : texts.addValue(name);
};

const hintOf = (field: string, texts: DescriptionTexts): string | undefined => {
  const hint = texts.fieldHint(field);
  return metadataField(field).values === 'list' ? `${hint} ${texts.oneInEach}` : hint;
};

/** Shows all values of one field, each with its language if it can have one. */
export const FieldValues = ({
  field,
  values,
  problems,
  onChange,
}: {
  readonly field: string;
  readonly values: readonly WrittenValue[];
  readonly problems: FieldProblems;
  readonly onChange: (values: readonly WrittenValue[]) => void;
}) => {
  const texts = useTexts(DESCRIPTION);
  const group = useRef<HTMLFieldSetElement>(null);
  const shownValues = useRef(values.length);
  const name = texts.fieldName(field);
  // A new value gets the focus, so that one can write in it at once.
  useLayoutEffect(() => {
    if (values.length > shownValues.current) {
      [...(group.current?.querySelectorAll<HTMLElement>('.value > .field :is(input, textarea)') ?? [])].at(-1)?.focus();
    }
    shownValues.current = values.length;
  }, [values.length]);
  const replace = (index: number, change: Partial<WrittenValue>): void =>
    onChange(values.map((value, position) => (position === index ? { ...value, ...change } : value)));
  return (
    <fieldset ref={group} class="values">
      <legend class="unseen">{name}</legend>
      {values.map((value, index) => (
        <div class="value" key={index}>
          {field === 'rights' && (
            <LicenceSelect
              label={texts.nth(texts.licence, index + 1)}
              licence={value.qualifiers?.['license'] ?? ''}
              onChoose={(licence) => replace(index, chooseLicence(value, licence))}
            />
          )}
          <Value
            field={field}
            label={texts.nth(name, index + 1)}
            hint={index === 0 ? hintOf(field, texts) : undefined}
            problem={problems[`${field}/${index}`]}
            value={value.value}
            onChange={(text) => replace(index, { value: text })}
          />
          {metadataField(field).isTranslatable && (value.language !== '' || values.length > 1) && (
            <LanguageSelect
              label={texts.valueLanguage(name, index + 1)}
              none={texts.anyLanguage}
              value={value.language}
              onChange={(language) => replace(index, { language })}
            />
          )}
          <Qualifiers
            field={field}
            label={texts.detailsOf(texts.nth(name, index + 1))}
            values={value.qualifiers ?? {}}
            onChange={(qualifiers) => replace(index, { qualifiers })}
          />
          {values.length > 1 && (
            <Button
              kind="quiet"
              aria-label={texts.removeValue(texts.nth(name, index + 1))}
              onClick={() => onChange(values.filter((_, position) => position !== index))}
            >
              {texts.remove}
            </Button>
          )}
        </div>
      ))}
      {metadataField(field).values !== 'one' && (
        <Button kind="quiet" onClick={() => onChange([...values, EMPTY_VALUE])}>
          {addText(field, name, texts)}
        </Button>
      )}
    </fieldset>
  );
};

/** Offers the licences that are given most; any other of SPDX is written among the details. */
const LicenceSelect = ({
  label,
  licence,
  onChoose,
}: {
  readonly label: string;
  readonly licence: string;
  readonly onChoose: (licence: string) => void;
}) => {
  const { noChoice } = useTexts(DESCRIPTION);
  const offered = Object.entries({ ...(licence !== '' && { [licence]: licence }), ...LICENCES });
  return (
    <SelectField
      label={label}
      value={licence}
      onChange={onChoose}
      choices={[{ value: '', text: noChoice }, ...offered.map(([value, text]) => ({ value, text }))]}
    />
  );
};

/** Shows what may be said of a value, folded away until somebody needs it. */
const Qualifiers = ({
  field,
  label,
  values,
  onChange,
}: {
  readonly field: string;
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}) => {
  const { qualifierName, termName, noChoice } = useTexts(DESCRIPTION);
  const qualifiers = Object.entries(metadataField(field).qualifiers ?? {});
  if (qualifiers.length === 0) return null;
  return (
    <details class="qualifiers" open={Object.keys(values).length > 0}>
      <summary>{label}</summary>
      {qualifiers.map(([name, { choices }]) => {
        const shared = {
          label: qualifierName(name),
          value: values[name] ?? '',
          onChange: (text: string) => onChange({ ...values, [name]: text }),
        };
        return choices === undefined ? (
          <TextField key={name} {...shared} />
        ) : (
          <SelectField
            key={name}
            {...shared}
            choices={[
              { value: '', text: noChoice },
              ...choices.map((choice) => ({ value: choice, text: termName(choice) })),
            ]}
          />
        );
      })}
    </details>
  );
};

const Value = ({
  field,
  label,
  hint,
  problem,
  value,
  onChange,
}: {
  readonly field: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly problem: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) => {
  const { problems } = useTexts(DESCRIPTION);
  const shared = {
    label,
    hint,
    error: problem === undefined ? undefined : (problems[problem] ?? problem),
    value,
    onChange,
  };
  return isLong(field) ? (
    <TextArea {...shared} />
  ) : (
    <TextField {...shared} required={field === 'title'} isCode={field === 'date' || field === 'language'} />
  );
};
