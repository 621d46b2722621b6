import type { AnswerOf } from '@perene/api';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.ts';
import { pathTo } from '../../shell/paths.ts';
import { useSession } from '../../shell/session.ts';
import { SHELL } from '../../shell/texts.ts';
import { Button } from '../../ui/button.tsx';
import { usePagedList } from '../../ui/load.ts';
import { ErrorNotice, Loading } from '../../ui/notice.tsx';
import { Table } from '../../ui/table.tsx';
import { NAMES } from './texts.ts';

type Change = AnswerOf<'listPastBindings'>['changes'][number];

/** Tells who bound what to a name, and when. */
export const PastValues = ({ minter, id }: { readonly minter: string; readonly id: string }) => {
  const texts = useTexts(NAMES);
  const { more } = useTexts(SHELL);
  const format = useFormat();
  const { client } = useSession();
  const list = usePagedList(
    async (cursor) => {
      const { changes, next } = await client.api.listPastBindings({ name: minter, id, cursor, limit: 20 });
      return { entries: changes, next };
    },
    [client, minter, id],
  );
  const columns = [
    { title: texts.when, cell: ({ at }: Change) => format.time(at) },
    {
      title: texts.who,
      cell: ({ who, batch }: Change) => (
        <>
          {who}
          {batch !== undefined && (
            <a class="block" href={pathTo('nameBatch', { minter, batch })}>
              {texts.together}
            </a>
          )}
        </>
      ),
    },
    {
      title: texts.what,
      cell: ({ element, value, base64 }: Change) => (
        <>
          <code>{element}</code>{' '}
          <span class="anywhere">{value ?? base64 ?? <span class="faint">{texts.removed}</span>}</span>
        </>
      ),
    },
  ];
  return (
    <section aria-label={texts.history}>
      <h2>{texts.history}</h2>
      {!list.isLoading && list.entries.length === 0 && <p class="hint">{texts.noHistory}</p>}
      {list.entries.length > 0 && (
        <Table
          caption={texts.history}
          columns={columns}
          rows={list.entries}
          keyOf={({ at, element }, index) => `${at} ${element} ${index}`}
        />
      )}
      {list.error !== undefined && <ErrorNotice error={list.error} onRetry={list.reload} />}
      {list.isLoading && <Loading />}
      {list.hasMore && (
        <p class="buttons">
          <Button onClick={list.more}>{more}</Button>
        </p>
      )}
    </section>
  );
};
