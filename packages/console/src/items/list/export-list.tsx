import { API_PATH } from '@perene/api';
import { useLanguage, useTexts } from '../../i18n/language.ts';
import { useSession } from '../../shell/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type Filter, queryOf } from './filter.ts';
import { LIST } from './texts.ts';

/** Gives the whole list to the reader as a table. */
export const ExportList = ({ filter }: { readonly filter: Filter }) => {
  const { exports: texts } = useTexts(LIST);
  const { language } = useLanguage();
  const { client } = useSession();
  const action = useAction();
  const save = (format: 'csv' | 'xlsx'): void => {
    void action.run(async () => {
      const query = new URLSearchParams([
        ...new URLSearchParams(queryOf(filter)),
        ['format', format],
        ['lang', language],
      ]);
      const answer = await fetch(`${API_PATH}/item-table?${query}`, { headers: client.headers });
      if (!answer.ok) throw client.refuse(await answer.json());
      const address = URL.createObjectURL(await answer.blob());
      const link = document.createElement('a');
      link.href = address;
      link.download = `${texts.file}.${format}`;
      link.click();
      URL.revokeObjectURL(address);
    });
  };
  return (
    <span class="exports">
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          kind="quiet"
          aria-label={texts.as(format.toUpperCase())}
          disabled={action.isRunning}
          onClick={() => save(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
      {action.error !== undefined && <ErrorNotice error={action.error} />}
    </span>
  );
};
