import type { BatchChange } from '@perene/api';
import { useState } from 'preact/hooks';
import { listCollections } from '../../collections/api.ts';
import { titleOf } from '../../collections/title-of.ts';
import { LanguageSelect } from '../../description/language-select.tsx';
import { LICENCES } from '../../description/licences.ts';
import { useLanguage, useTexts } from '../../i18n/language.ts';
import { pathTo } from '../../shell/paths.ts';
import { navigate } from '../../shell/router.ts';
import { allows, useSession } from '../../shell/session.ts';
import { SHELL } from '../../shell/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, SelectField, TextField } from '../../ui/field.tsx';
import { useLoad } from '../../ui/load.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type Filter, requestOf } from '../list/filter.ts';
import type { Selection } from '../list/selection.ts';
import { BATCHES } from './texts.ts';

/** The parts of an item that many can be given together. */
const PARTS = [
  'licence',
  'language',
  'addCollection',
  'removeCollection',
  'addSubject',
  'removeSubject',
  'type',
  'publisher',
  'opens',
  'embargo',
  'fileList',
  'description',
  'owner',
] as const;
type Part = (typeof PARTS)[number];

/** Asks what is changed in all chosen items, and prepares it; the next page shows what would change. */
export const EditTogether = ({
  filter,
  selection,
  onClose,
}: {
  readonly filter: Filter;
  readonly selection: Selection;
  readonly onClose: () => void;
}) => {
  const texts = useTexts(BATCHES);
  const { cancel } = useTexts(SHELL);
  const { client, principal } = useSession();
  const action = useAction();
  const [part, setPart] = useState<Part>('licence');
  const [value, setValue] = useState('');
  const [isMissing, setMissing] = useState(false);
  const parts = PARTS.filter((one) => one !== 'owner' || allows(principal.role, 'steward'));
  const submit = async (): Promise<void> => {
    const change = changeOf(part, value.trim());
    setMissing(change === undefined);
    if (change === undefined) return;
    await action.run(async () => {
      const { sort: _, ...sought } = requestOf(filter);
      const chosen = selection.kind === 'all' ? { filter: sought } : { labels: [...selection.labels] };
      const { id } = await client.api.prepareBatch({ ...chosen, change });
      navigate(pathTo('batch', { batch: id }));
    });
  };
  return (
    <Dialog title={texts.edit.title} onClose={onClose}>
      <p class="hint">{texts.edit.hint}</p>
      <Form onSubmit={() => void submit()}>
        <SelectField
          label={texts.edit.what}
          value={part}
          onChange={(chosen) => {
            setPart(chosen as Part);
            setValue('');
            setMissing(false);
          }}
          choices={parts.map((one) => ({ value: one, text: texts.parts[one] }))}
        />
        <PartField
          key={part}
          part={part}
          value={value}
          error={isMissing ? texts.edit.missing : undefined}
          onChange={setValue}
        />
        {action.error !== undefined && <ErrorNotice error={action.error} />}
        <p class="buttons">
          <Button kind="primary" type="submit" disabled={action.isRunning}>
            {texts.edit.submit}
          </Button>
          <Button onClick={onClose}>{cancel}</Button>
        </p>
      </Form>
    </Dialog>
  );
};

/** Returns what the API is asked for; undefined if nothing was given. An empty value takes some parts away. */
const changeOf = (part: Part, value: string): BatchChange | undefined => {
  switch (part) {
    case 'licence':
      return value === '' ? undefined : { metadata: { rights: { value: LICENCES[value] ?? value, license: value } } };
    case 'language':
      return { language: value === '' ? null : value };
    case 'opens':
      return { opens: value === 'file' || value === 'page' ? value : null };
    case 'embargo':
      return { access: { embargo: value === '' ? null : value } };
    case 'fileList':
    case 'description':
      return { access: { [part]: value === 'closed' ? 'closed' : 'open' } };
    case 'owner':
      return { owner: value === '' ? null : value };
    case 'type':
    case 'publisher':
      return { metadata: { [part]: value === '' ? null : value } };
    default:
      return value === '' ? undefined : valueChange(part, value);
  }
};

const valueChange = (
  part: 'addCollection' | 'removeCollection' | 'addSubject' | 'removeSubject',
  value: string,
): BatchChange => {
  switch (part) {
    case 'addCollection':
      return { addCollections: [value] };
    case 'removeCollection':
      return { removeCollections: [value] };
    case 'addSubject':
      return { add: { subject: [value] } };
    case 'removeSubject':
      return { remove: { subject: [value] } };
  }
};

const PartField = ({
  part,
  value,
  error,
  onChange,
}: {
  readonly part: Part;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}) => {
  const { parts, choices, none, takeAway } = useTexts(BATCHES);
  const { language } = useLanguage();
  const { client, principal } = useSession();
  const { loaded } = useLoad(
    async () => ({
      collections: part.endsWith('Collection') ? await listCollections(client) : [],
      people: part === 'owner' && principal.role === 'admin' ? (await client.api.listPeople()).people : [],
    }),
    [client, part],
  );
  const offered = loaded.state === 'ready' ? loaded.value : { collections: [], people: [] };
  const shared = { label: parts[part], value, onChange, error };
  switch (part) {
    case 'licence':
      return (
        <SelectField
          {...shared}
          choices={[
            { value: '', text: '–' },
            ...Object.entries(LICENCES).map(([id, name]) => ({ value: id, text: name })),
          ]}
        />
      );
    case 'language':
      return <LanguageSelect {...shared} none={none} />;
    case 'addCollection':
    case 'removeCollection':
      return (
        <SelectField
          {...shared}
          choices={[
            { value: '', text: '–' },
            ...offered.collections.map((one) => ({ value: one.name, text: titleOf(one, language) })),
          ]}
        />
      );
    case 'opens':
      return <SelectField {...shared} choices={choices.opens} />;
    case 'fileList':
    case 'description':
      return <SelectField {...shared} choices={choices.shown} />;
    case 'embargo':
      return <TextField {...shared} type="date" hint={takeAway} />;
    case 'owner':
      return principal.role === 'admin' ? (
        <SelectField
          {...shared}
          choices={[{ value: '', text: none }, ...offered.people.map(({ id, name }) => ({ value: id, text: name }))]}
        />
      ) : (
        <TextField {...shared} hint={takeAway} isCode />
      );
    case 'type':
    case 'publisher':
      return <TextField {...shared} hint={takeAway} />;
    default:
      return <TextField {...shared} />;
  }
};
