import { parseIbi } from '@perene/core';
import { useState } from 'preact/hooks';
import type { ItemSummary } from '../api/types.ts';
import { useLanguage, useTexts } from '../i18n/language.ts';
import type { PageProps } from '../shell/pages.ts';
import { pathTo } from '../shell/paths.ts';
import { allows, useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { useLoad, usePagedList } from '../ui/load.ts';
import { ErrorNotice, Loading } from '../ui/notice.tsx';
import { Table } from '../ui/table.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { addMember, type Collection, listMembers, placeMember, removeMember, showCollection } from './api.ts';
import { COLLECTIONS } from './texts.ts';
import { titleOf } from './title-of.ts';

const CollectionPage = ({ parameters }: PageProps) => {
  const texts = useTexts(COLLECTIONS);
  const { client } = useSession();
  const name = parameters['name'] ?? '';
  const { loaded, reload } = useLoad(() => showCollection(client, name), [client, name]);
  if (loaded.state === 'ready') return <ShownCollection collection={loaded.value} />;
  return (
    <>
      <Heading title={texts.title} />
      {loaded.state === 'loading' ? <Loading /> : <ErrorNotice error={loaded.error} onRetry={reload} />}
    </>
  );
};

export default CollectionPage;

const ShownCollection = ({ collection }: { readonly collection: Collection }) => {
  const texts = useTexts(COLLECTIONS);
  const { language } = useLanguage();
  const { principal } = useSession();
  const { name, description, kind } = collection;
  const text = description[language] ?? description.en ?? description.pt;
  return (
    <>
      <Heading title={titleOf(collection, language)}>
        <LinkButton href={`/collections/${name}`}>{texts.publicPage}</LinkButton>
        {allows(principal.role, 'steward') && (
          <LinkButton href={pathTo('editCollection', { name })}>{texts.edit}</LinkButton>
        )}
      </Heading>
      <p class="hint">
        {texts.kinds[kind]} · <code>{name}</code>
      </p>
      {text !== undefined && <p class="introduction">{text}</p>}
      <Members collection={collection} />
    </>
  );
};

const Members = ({ collection }: { readonly collection: Collection }) => {
  const texts = useTexts(COLLECTIONS).members;
  const shell = useTexts(SHELL);
  const { client, principal } = useSession();
  const toast = useToast();
  const action = useAction();
  const [turn, setTurn] = useState(0);
  const { name } = collection;
  const list = usePagedList((cursor) => listMembers(client, name, cursor), [client, name, turn]);
  const mayChange = allows(principal.role, 'depositor');
  const change = async (work: () => Promise<unknown>, said?: string): Promise<void> => {
    if (!(await action.run(work))) return;
    if (said !== undefined) toast(said);
    setTurn(turn + 1);
  };
  return (
    <section aria-label={texts.title}>
      <h2>{texts.title}</h2>
      {mayChange && <AddMember onAdd={(label) => change(() => addMember(client, name, label), texts.added)} />}
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      {list.error !== undefined && <ErrorNotice error={list.error} onRetry={list.reload} />}
      {!list.isLoading && list.error === undefined && list.entries.length === 0 && <p>{texts.empty}</p>}
      {list.entries.length > 0 && (
        <MemberTable
          items={list.entries}
          isOrdered={collection.kind === 'series' && allows(principal.role, 'steward')}
          mayRemove={mayChange}
          onPlace={(label, before) => change(() => placeMember(client, name, label, before))}
          onRemove={(label) => change(() => removeMember(client, name, label), texts.removed)}
        />
      )}
      {list.isLoading && <Loading />}
      {list.hasMore && (
        <p class="buttons">
          <Button onClick={list.more}>{shell.more}</Button>
        </p>
      )}
    </section>
  );
};

/** The label in a persistent link, which ends with it. */
const labelIn = (text: string): string => text.replace(/^https?:\/\/[^/]+\//i, '');

const AddMember = ({ onAdd }: { readonly onAdd: (label: string) => Promise<void> }) => {
  const texts = useTexts(COLLECTIONS).members;
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = async (): Promise<void> => {
    const label = parseIbi(labelIn(text.trim()));
    setWrong(!label.ok);
    if (!label.ok) return;
    await onAdd(label.value.text);
    setText('');
  };
  return (
    <Form onSubmit={submit}>
      <div class="search">
        <TextField
          label={texts.add}
          hint={texts.addHint}
          isCode
          value={text}
          onChange={setText}
          error={isWrong ? texts.wrong : undefined}
          autocomplete="off"
        />
        <Button type="submit">{texts.submit}</Button>
      </div>
    </Form>
  );
};

const MemberTable = ({
  items,
  isOrdered,
  mayRemove,
  onPlace,
  onRemove,
}: {
  readonly items: readonly ItemSummary[];
  readonly isOrdered: boolean;
  readonly mayRemove: boolean;
  readonly onPlace: (label: string, before: string | undefined) => void;
  readonly onRemove: (label: string) => void;
}) => {
  const texts = useTexts(COLLECTIONS).members;
  const nameOf = ({ title }: ItemSummary): string => title ?? texts.untitled;
  const actionsOf = (item: ItemSummary) => {
    const index = items.indexOf(item);
    const [earlier, later] = [items[index - 1], items[index + 2]];
    return (
      <span class="buttons">
        {isOrdered && earlier !== undefined && (
          <Button
            kind="quiet"
            aria-label={texts.upOf(nameOf(item))}
            onClick={() => onPlace(item.repository, earlier.repository)}
          >
            {texts.up}
          </Button>
        )}
        {isOrdered && index < items.length - 1 && (
          <Button
            kind="quiet"
            aria-label={texts.downOf(nameOf(item))}
            onClick={() => onPlace(item.repository, later?.repository)}
          >
            {texts.down}
          </Button>
        )}
        <Button kind="quiet" aria-label={texts.removeOf(nameOf(item))} onClick={() => onRemove(item.repository)}>
          {texts.remove}
        </Button>
      </span>
    );
  };
  return (
    <Table
      caption={texts.caption}
      rows={items}
      keyOf={({ repository }) => repository}
      columns={[
        {
          title: texts.item,
          cell: (item) => (
            <a href={pathTo('item', { label: item.repository })} lang={item.language}>
              {nameOf(item)}
            </a>
          ),
        },
        ...(mayRemove ? [{ title: texts.action, cell: actionsOf }] : []),
      ]}
    />
  );
};
