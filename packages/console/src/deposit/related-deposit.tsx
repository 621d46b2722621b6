import { useState } from 'preact/hooks';
import type { ApiClient } from '../api/client.ts';
import { showItem } from '../api/items.ts';
import type { Item } from '../api/types.ts';
import { type Description, describeItem } from '../description/description.ts';
import { SayLanguage } from '../description/say-language.tsx';
import { useTexts } from '../i18n/language.ts';
import type { PageProps } from '../shell/pages.ts';
import { pathTo } from '../shell/paths.ts';
import { navigate } from '../shell/router.ts';
import { useSession } from '../shell/session.ts';
import { Heading } from '../ui/heading.tsx';
import { useLoad } from '../ui/load.ts';
import { ErrorNotice, Loading, Notice } from '../ui/notice.tsx';
import { DepositForm } from './deposit-form.tsx';
import { Deposited } from './deposited.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { type Draft, findDraft, type Relation } from './drafts.ts';
import { DEPOSIT } from './texts.ts';

type Kind = Exclude<Relation['kind'], 'none'>;

/** A new edition or translation of an item: the form begins with the description of that item. */
export const RelatedDeposit = ({ kind, parameters, query }: PageProps & { readonly kind: Kind }) => {
  const { client, principal } = useSession();
  const texts = useTexts(DEPOSIT)[kind];
  const label = parameters['label'] ?? '';
  const { loaded, reload } = useLoad(
    () => (kind === 'edition' ? showLast(client, label) : showItem(client, label)),
    [client, label],
  );
  const [deposited, setDeposited] = useState<Item>();
  const [draft] = useState(() => findDraft(principal.id, query.get('draft') ?? ''));
  if (deposited !== undefined) {
    return <Deposited item={deposited} onAnother={() => navigate(pathTo('deposit'))} />;
  }
  return (
    <div class="form">
      <Heading title={texts.title} />
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && (
        <RelatedForm kind={kind} item={loaded.value} draft={draft} onDone={setDeposited} onReload={reload} />
      )}
    </div>
  );
};

/** The last edition of an item; the item itself if the last is elsewhere, or not to be read. */
const showLast = async (client: ApiClient, label: string): Promise<Item> => {
  const item = await showItem(client, label);
  const last = lastOf(item);
  if (last === item.repository || item.elsewhere[last] !== undefined) return item;
  return showItem(client, last).catch(() => item);
};

/** An item has one next edition, so a new edition comes after the last one. */
const lastOf = ({ editions: { last, all }, repository }: Item): string => last ?? all.at(-1) ?? repository;

const beginWith = (kind: Kind, item: Item): Description =>
  kind === 'edition' ? describeItem(item) : { ...describeItem(item), language: '' };

const RelatedForm = ({
  kind,
  item,
  draft,
  onDone,
  onReload,
}: {
  readonly kind: Kind;
  readonly item: Item;
  readonly draft: Draft | undefined;
  readonly onDone: (item: Item) => void;
  readonly onReload: () => void;
}) => {
  const texts = useTexts(DEPOSIT);
  const of = kind === 'edition' ? lastOf(item) : item.repository;
  const isAfterLast = kind === 'edition' && of !== item.repository;
  const beginning = {
    description: draft?.description ?? beginWith(kind, item),
    target: draft?.target ?? (kind === 'edition' ? (item.target ?? '') : ''),
    draftId: draft?.id,
    ...(kind === 'edition' && item.withdrawn === undefined && { before: item, leftOut: draft?.leftOut }),
  };
  if (kind === 'translation' && item.language === undefined) {
    return (
      <>
        <p class="introduction">{texts.translation.introduction(item.title ?? item.repository)}</p>
        <SayLanguage item={item} onSaid={onReload} />
      </>
    );
  }
  return (
    <>
      <p class="introduction">{texts[kind].introduction(item.title ?? item.repository)}</p>
      {isAfterLast && (
        <Notice kind="note">
          <p>{texts.edition.afterLast}</p>
        </Notice>
      )}
      {draft !== undefined && <DraftNotice draft={draft} />}
      <DepositForm
        relation={{ kind, of }}
        beginning={beginning}
        takenLanguages={kind === 'translation' ? Object.keys(item.translations) : undefined}
        onDone={onDone}
      />
    </>
  );
};
