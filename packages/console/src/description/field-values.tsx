import { metadataField } from '@perene/core/item';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useTexts } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';
import { EMPTY_VALUE, type FieldProblems, isLong, type WrittenValue } from './description.ts';
import { LanguageSelect } from './language-select.tsx';
import { chooseLicence, LICENCES } from './licences.ts';
import { isSuggested, SuggestedField } from './suggested-field.tsx';
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
  const isList = metadataField(field).values === 'list';
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
            <div class="licence">
              <LicenceSelect
                label={texts.nth(texts.licence, index + 1)}
                licence={value.qualifiers?.['license'] ?? ''}
                onChoose={(licence) => replace(index, chooseLicence(value, licence))}
              />
            </div>
          )}
          <Value
            field={field}
            label={texts.nth(name, index + 1)}
            hint={index === 0 ? hintOf(field, texts) : undefined}
            isLabelHidden={index > 0 && isList}
            problem={problems[`${field}/${index}`]}
            value={value}
            onChange={(change) => replace(index, change)}
          />
          {!isList && metadataField(field).isTranslatable && (value.language !== '' || values.length > 1) && (
            <ValueLanguage {...{ name, index, value }} onChange={(language) => replace(index, { language })} />
          )}
          <Qualifiers
            field={field}
            label={texts.detailsOf(texts.nth(name, index + 1))}
            values={value.qualifiers ?? {}}
            problemOf={(name) => problems[`${field}/${index}/${name}`]}
            onChange={(qualifiers) => replace(index, { qualifiers })}
          >
            {isList && metadataField(field).isTranslatable && (
              <ValueLanguage {...{ name, index, value }} onChange={(language) => replace(index, { language })} />
            )}
          </Qualifiers>
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

/** Asks in which language a value is. */
const ValueLanguage = ({
  name,
  index,
  value,
  onChange,
}: {
  readonly name: string;
  readonly index: number;
  readonly value: WrittenValue;
  readonly onChange: (language: string) => void;
}) => {
  const texts = useTexts(DESCRIPTION);
  return (
    <LanguageSelect
      label={texts.valueLanguage(name, index + 1)}
      none={texts.anyLanguage}
      value={value.language}
      onChange={onChange}
    />
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
  problemOf,
  onChange,
  children,
}: {
  readonly field: string;
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
  readonly problemOf: (name: string) => string | undefined;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
  readonly children: ComponentChildren;
}) => {
  const { qualifierName, termName, noChoice, problems } = useTexts(DESCRIPTION);
  const qualifiers = Object.entries(metadataField(field).qualifiers ?? {});
  if (qualifiers.length === 0) return <>{children}</>;
  return (
    <details class="qualifiers" open={Object.keys(values).length > 0}>
      <summary>{label}</summary>
      {children}
      {qualifiers.map(([name, { choices }]) => {
        const problem = problemOf(name);
        const shared = {
          label: qualifierName(name),
          value: values[name] ?? '',
          error: problem && (problems[problem] ?? problem),
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
  isLabelHidden,
  problem,
  value,
  onChange,
}: {
  readonly field: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly isLabelHidden: boolean;
  readonly problem: string | undefined;
  readonly value: WrittenValue;
  readonly onChange: (change: Partial<WrittenValue>) => void;
}) => {
  const { problems } = useTexts(DESCRIPTION);
  const said = { label, hint, isLabelHidden, error: problem && (problems[problem] ?? problem) };
  if (isSuggested(field)) return <SuggestedField {...said} field={field} value={value} onChange={onChange} />;
  const shared = { ...said, value: value.value, onChange: (text: string) => onChange({ value: text }) };
  return isLong(field) ? (
    <TextArea {...shared} />
  ) : (
    <TextField {...shared} required={field === 'title'} isCode={field === 'date' || field === 'language'} />
  );
};
