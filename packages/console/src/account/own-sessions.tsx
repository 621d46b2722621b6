import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { Button } from '../ui/button.tsx';
import { useLoad } from '../ui/load.ts';
import { ErrorNotice, Loading } from '../ui/notice.tsx';
import { Table } from '../ui/table.tsx';
import { useAction } from '../ui/use-action.ts';
import { browserOf } from './browser-of.ts';
import { ACCOUNT } from './texts.ts';

/** Where the person is signed in. */
export const OwnSessions = () => {
  const { sessions: texts } = useTexts(ACCOUNT);
  const format = useFormat();
  const { client, signOut } = useSession();
  const action = useAction();
  const { loaded, reload } = useLoad(async () => (await client.api.listSessions()).sessions, [client]);
  const end = async (id: string): Promise<void> => {
    if (await action.run(() => client.api.endSession({ id }))) reload();
  };
  const endAll = async (): Promise<void> => {
    if (await action.run(() => client.api.endSessions())) signOut();
  };
  return (
    <section>
      <h2>{texts.title}</h2>
      <p>{texts.introduction}</p>
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && (
        <>
          <Table
            caption={texts.title}
            rows={loaded.value}
            keyOf={({ id }) => id}
            columns={[
              {
                title: texts.browser,
                cell: ({ agent, isThis }) => (
                  <>
                    {browserOf(agent) ?? texts.unknown} {isThis && <span class="hint">({texts.this})</span>}
                  </>
                ),
              },
              { title: texts.started, cell: ({ started }) => format.time(started) },
              { title: texts.seen, cell: ({ seen }) => format.time(seen) },
              {
                title: texts.action,
                cell: ({ id, agent, isThis }) =>
                  !isThis && (
                    <Button
                      kind="quiet"
                      onClick={() => end(id)}
                      aria-label={`${texts.end}: ${browserOf(agent) ?? texts.unknown}`}
                    >
                      {texts.end}
                    </Button>
                  ),
              },
            ]}
          />
          <p>
            <Button onClick={endAll} disabled={action.isRunning}>
              {texts.endAll}
            </Button>
          </p>
        </>
      )}
    </section>
  );
};
