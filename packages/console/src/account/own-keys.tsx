import { listKeys } from '../api/node.ts';
import { useTexts } from '../i18n/language.ts';
import { CreateKey } from '../keys/create-key.tsx';
import { KeyList } from '../keys/key-list.tsx';
import { useSession } from '../shell/session.ts';
import { useLoad } from '../ui/load.ts';
import { ErrorNotice, Loading } from '../ui/notice.tsx';
import { ACCOUNT } from './texts.ts';

/** Keys for the programs of the person. */
export const OwnKeys = () => {
  const { keys: texts } = useTexts(ACCOUNT);
  const { client, principal } = useSession();
  const { loaded, reload } = useLoad(
    async () => (await listKeys(client)).filter(({ person }) => person === principal.id),
    [client, principal.id],
  );
  return (
    <section>
      <h2>{texts.title}</h2>
      <p>{texts.introduction}</p>
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && loaded.value.length > 0 && <KeyList keys={loaded.value} onChange={reload} />}
      <CreateKey isOwn onDone={reload} />
    </section>
  );
};
