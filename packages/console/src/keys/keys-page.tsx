import '../ui/styles/running.css';
import { listKeys } from '../api/node.ts';
import type { Role } from '../api/types.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { FactList } from '../ui/fact-list.tsx';
import { Heading } from '../ui/heading.tsx';
import { useLoad } from '../ui/load.ts';
import { ErrorNotice, Loading } from '../ui/notice.tsx';
import { CreateKey } from './create-key.tsx';
import { KeyList } from './key-list.tsx';
import { KEYS } from './texts.ts';

const ROLES: readonly Role[] = ['reader', 'depositor', 'steward', 'admin'];

const KeysPage = () => {
  const texts = useTexts(KEYS);
  const { roles } = useTexts(SHELL);
  const { client } = useSession();
  const { loaded, reload } = useLoad(() => listKeys(client), [client]);
  return (
    <>
      <Heading title={texts.title} />
      <p class="introduction">{texts.introduction}</p>
      <CreateKey onDone={reload} />
      <h2>{texts.roles.title}</h2>
      <FactList facts={ROLES.map((role) => [roles[role], texts.roles.meanings[role]])} />
      <h2>{texts.list}</h2>
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && <KeyList keys={loaded.value} onChange={reload} />}
    </>
  );
};

export default KeysPage;
