import { authorName } from '@perene/api/words';
import { editItem } from '../../api/items.ts';
import type { Item } from '../../api/types.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.ts';
import { pathTo } from '../../shell/paths.ts';
import { allows, useSession } from '../../shell/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useAction } from '../../ui/use-action.ts';
import { ITEMS } from '../texts.ts';

type Link = Item['links'][number];

/** Shows where each link comes from, and lets a depositor remove it. */
export const ItemLinks = ({ item, onChange }: { readonly item: Item; readonly onChange: () => void }) => {
  const { page } = useTexts(ITEMS);
  const format = useFormat();
  const toast = useToast();
  const action = useAction();
  const { client, principal } = useSession();
  const mayRemove = allows(principal.role, 'depositor') && item.state !== 'Copy' && item.transfer === undefined;
  if (item.links.length === 0) return null;
  const remove = async ({ label }: Link): Promise<void> => {
    if (!(await action.run(() => editItem(client, item, { unlink: [label] })))) return;
    toast(page.linkRemoved);
    onChange();
  };
  return (
    <section aria-label={page.links}>
      <h2>{page.links}</h2>
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      <ul>
        {item.links.map((link) => {
          const { kind, label, language, origin, archive, who, at } = link;
          const source = [archive, who && authorName(who), at === undefined ? undefined : format.time(at)]
            .filter(Boolean)
            .join(', ');
          return (
            <li key={`${kind} ${label}`}>
              {page.linkKinds[kind]}
              {language !== undefined && ` (${format.language(language)})`}:{' '}
              <a class="code" href={item.elsewhere[label] ?? pathTo('item', { label })}>
                {label}
              </a>{' '}
              · {page.linkOrigins[origin]}
              {source !== '' && `: ${source}`}{' '}
              {mayRemove && (
                <Button kind="quiet" aria-label={page.removeLink(label)} onClick={() => remove(link)}>
                  {page.removeLinkShort}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
};
