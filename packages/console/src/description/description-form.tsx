import { useState } from 'preact/hooks';
import { useTexts } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { type Description, EMPTY_VALUE, type FieldProblems, FURTHER_FIELDS, MAIN_FIELDS } from './description.ts';
import { FieldValues } from './field-values.tsx';
import { LanguageSelect } from './language-select.tsx';
import { DESCRIPTION } from './texts.ts';

/** Asks for the description of the work: the main fields, then the fields that somebody added. */
export const DescriptionForm = ({
  description,
  problems,
  languageError,
  onChange,
}: {
  readonly description: Description;
  readonly problems: FieldProblems;
  readonly languageError?: string | undefined;
  readonly onChange: (description: Description) => void;
}) => {
  const texts = useTexts(DESCRIPTION);
  const { fields } = description;
  const names = [...MAIN_FIELDS, ...Object.keys(fields).filter((name) => !isMainField(name))];
  const setField = (name: string, values: (typeof fields)[string]): void =>
    onChange({ ...description, fields: { ...fields, [name]: values } });
  return (
    <section aria-label={texts.legend}>
      <h2>{texts.legend}</h2>
      {problems[''] !== undefined && <p class="error">{texts.problems[problems['']] ?? problems['']}</p>}
      {names.map((name) => (
        <>
          <FieldValues
            key={name}
            field={name}
            values={fields[name] ?? [EMPTY_VALUE]}
            problems={problems}
            onChange={(values) => setField(name, values)}
          />
          {name === 'creator' && (
            <LanguageSelect
              key="language of the work"
              label={texts.itemLanguage}
              none={texts.noLanguage}
              error={languageError}
              value={description.language}
              onChange={(language) => onChange({ ...description, language })}
            />
          )}
        </>
      ))}
      <AddField names={names} onAdd={(name) => setField(name, [EMPTY_VALUE])} />
    </section>
  );
};

const isMainField = (name: string): boolean => MAIN_FIELDS.some((main) => main === name);

const OWN = 'own';
const FIELD_NAME = /^[a-z][A-Za-z0-9_.-]{0,63}$/;

const AddField = ({ names, onAdd }: { readonly names: readonly string[]; readonly onAdd: (name: string) => void }) => {
  const texts = useTexts(DESCRIPTION);
  const [isOwn, setOwn] = useState(false);
  const [name, setName] = useState('');
  const isWrong = name !== '' && !FIELD_NAME.test(name);
  const choose = (value: string): void => {
    setOwn(value === OWN);
    if (value !== OWN && value !== '') onAdd(value);
  };
  const addOwn = (): void => {
    if (!FIELD_NAME.test(name)) return;
    if (!names.includes(name)) onAdd(name);
    setOwn(false);
    setName('');
  };
  return (
    <div class="add-field">
      <SelectField
        label={texts.addField}
        value={isOwn ? OWN : ''}
        onChange={choose}
        choices={[
          { value: '', text: texts.chooseField },
          ...FURTHER_FIELDS.filter((field) => !names.includes(field)).map((field) => ({
            value: field,
            text: texts.fieldName(field),
          })),
          { value: OWN, text: texts.ownField },
        ]}
      />
      {isOwn && (
        <>
          <TextField
            isCode
            label={texts.ownFieldName}
            hint={texts.ownFieldHint}
            error={isWrong ? texts.problems['metadata/field-name'] : undefined}
            value={name}
            onChange={setName}
          />
          <Button onClick={addOwn} disabled={name === '' || isWrong}>
            {texts.addOwnField}
          </Button>
        </>
      )}
    </div>
  );
};
