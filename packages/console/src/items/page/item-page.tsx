import { useState } from 'preact/hooks';
import { restoreItem, showItem } from '../../api/items.ts';
import { ApiProblem } from '../../api/problem.ts';
import type { Item } from '../../api/types.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.ts';
import { allowedActions } from '../../shell/actions.ts';
import type { PageProps } from '../../shell/pages.ts';
import { pathTo, publicItemPath } from '../../shell/paths.ts';
import { useSession } from '../../shell/session.ts';
import { SHELL } from '../../shell/texts.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { Heading } from '../../ui/heading.tsx';
import { useLoad } from '../../ui/load.ts';
import { ErrorNotice, Loading, Notice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { citedLabel } from '../labels.ts';
import { RemoveDialog } from '../remove-dialog.tsx';
import { StateMark } from '../state-mark.tsx';
import { ITEMS } from '../texts.ts';
import { ItemFacts, ItemMetadata } from './item-facts.tsx';
import { ItemFiles } from './item-files.tsx';
import { ItemHistory } from './item-history.tsx';
import { ItemLinks } from './item-links.tsx';
import { ItemRelations } from './item-relations.tsx';

const ItemPage = ({ parameters }: PageProps) => {
  const { client } = useSession();
  const { menu } = useTexts(SHELL);
  const label = parameters['label'] ?? '';
  const { loaded, reload } = useLoad(() => showItem(client, label).catch(readTombstone), [client, label]);
  if (loaded.state === 'ready') return <ShownItem key={loaded.value.revision} item={loaded.value} onChange={reload} />;
  return (
    <>
      <Heading title={menu.items} />
      {loaded.state === 'loading' ? <Loading /> : <ErrorNotice error={loaded.error} onRetry={reload} />}
    </>
  );
};

export default ItemPage;

/** Returns the tombstone of a removed item, which comes in the refusal. */
const readTombstone = (error: unknown): Item => {
  if (error instanceof ApiProblem && error.details.code === 'item-removed' && error.details.item !== undefined) {
    return error.details.item as Item;
  }
  throw error;
};

const ShownItem = ({ item, onChange }: { readonly item: Item; readonly onChange: () => void }) => {
  const texts = useTexts(ITEMS);
  return (
    <article>
      <Heading title={item.title ?? texts.untitled}>
        <StateMark state={item.state} isWithdrawn={item.withdrawn !== undefined} />
      </Heading>
      {(item.removed ?? item.withdrawn) !== undefined && <Tombstone item={item} />}
      {item.content === 'Service' && (
        <Notice kind="note">
          <p>{texts.page.service}</p>
        </Notice>
      )}
      {item.describes !== undefined && (
        <Notice kind="note">
          <p>
            {texts.page.describesHint} <a href={pathTo('item', { label: item.describes })}>{item.describes}</a>
          </p>
        </Notice>
      )}
      <p class="hint">{texts.page.persistentUrl}</p>
      <CopyText label={texts.page.persistentUrl} text={item.persistentUrl} />
      <p>
        <a href={publicItemPath(citedLabel(item))}>{texts.page.cite}</a>
      </p>
      <Actions item={item} onChange={onChange} />
      <ItemMetadata item={item} />
      <ItemFiles item={item} />
      <ItemRelations item={item} />
      <ItemLinks item={item} onChange={onChange} />
      <ItemFacts item={item} />
      <ItemHistory item={item} />
    </article>
  );
};

const Tombstone = ({ item }: { readonly item: Item }) => {
  const { page } = useTexts(ITEMS);
  const format = useFormat();
  const { at, reason } = item.removed ?? item.withdrawn ?? { at: item.updated, reason: '' };
  const [title, text] =
    item.removed === undefined
      ? [page.withdrawnTitle, page.withdrawnText(format.day(at))]
      : [page.removedTitle, page.removedText(format.day(at))];
  return (
    <Notice kind="note">
      <p>
        <strong>{title}.</strong> {text}
      </p>
      <p>
        {page.reason}: <q>{reason}</q>
      </p>
    </Notice>
  );
};

const Actions = ({ item, onChange }: { readonly item: Item; readonly onChange: () => void }) => {
  const { page, ...texts } = useTexts(ITEMS);
  const { principal, client } = useSession();
  const toast = useToast();
  const [asked, setAsked] = useState<'remove' | 'withdraw'>();
  const [error, setError] = useState<unknown>();
  const actions = allowedActions(item, principal);
  if (actions.length === 0) return null;
  const label = item.repository;
  const restore = async (): Promise<void> => {
    try {
      await restoreItem(client, label);
      toast(page.restored);
      onChange();
    } catch (refusal) {
      setError(refusal);
    }
  };
  return (
    <section aria-label={page.actions}>
      <p class="buttons">
        {actions.map((action) =>
          action === 'remove' || action === 'withdraw' ? (
            <Button key={action} kind={action === 'remove' ? 'danger' : 'plain'} onClick={() => setAsked(action)}>
              {page[action]}
            </Button>
          ) : action === 'restore' ? (
            <Button key={action} kind="primary" onClick={restore}>
              {page.restore}
            </Button>
          ) : (
            <LinkButton key={action} href={pathTo(action, { label })}>
              {page[action]}
            </LinkButton>
          ),
        )}
      </p>
      {error !== undefined && <ErrorNotice error={error} />}
      {asked !== undefined && (
        <RemoveDialog
          item={item}
          action={asked}
          onClose={() => setAsked(undefined)}
          onRemoved={() => {
            setAsked(undefined);
            toast(texts[asked].done);
            onChange();
          }}
        />
      )}
    </section>
  );
};
