import { useState } from 'preact/hooks';
import { useTexts } from '../../i18n/language.ts';
import { useSession } from '../../shell/session.ts';
import { Button } from '../../ui/button.tsx';
import { Form, TextField } from '../../ui/field.tsx';
import { useLoad } from '../../ui/load.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { addressOf, type Filter, isNarrowed, queryOf, readFilter } from './filter.ts';
import { LIST } from './texts.ts';

/** The filters that somebody has saved, and a way to save the present one. */
export const SavedFilters = ({ filter }: { readonly filter: Filter }) => {
  const { saved: texts } = useTexts(LIST);
  const { client } = useSession();
  const { loaded, reload } = useLoad(() => client.api.listFilters(), [client]);
  const action = useAction();
  const [name, setName] = useState('');
  const filters = loaded.state === 'ready' ? loaded.value.filters : [];
  const isSaved = filters.some(({ query }) => query === queryOf(filter));
  const maySave = isNarrowed(filter) && !isSaved;
  if (filters.length === 0 && !maySave) return null;
  const save = async (): Promise<void> => {
    if (name.trim() === '') return;
    const isDone = await action.run(() => client.api.saveFilter({ name: name.trim(), query: queryOf(filter) }));
    if (!isDone) return;
    setName('');
    reload();
  };
  const remove = async (old: string): Promise<void> => {
    if (await action.run(() => client.api.removeFilter({ name: old }))) reload();
  };
  return (
    <section class="saved" aria-label={texts.legend}>
      {filters.length > 0 && (
        <ul class="plain">
          {filters.map((one) => (
            <li key={one.name} class={one.query === queryOf(filter) ? 'pill pill-on' : 'pill'}>
              <a href={addressOf(readFilter(new URLSearchParams(one.query)))}>{one.name}</a>
              <Button kind="quiet" aria-label={texts.remove(one.name)} onClick={() => void remove(one.name)}>
                ✕
              </Button>
            </li>
          ))}
        </ul>
      )}
      {maySave && (
        <details>
          <summary>{texts.save}</summary>
          <Form onSubmit={() => void save()}>
            <div class="row">
              <TextField label={texts.name} value={name} onChange={setName} />
              <Button type="submit" disabled={action.isRunning}>
                {texts.submit}
              </Button>
            </div>
          </Form>
        </details>
      )}
      {action.error !== undefined && <ErrorNotice error={action.error} />}
    </section>
  );
};
