import '../ui/styles/running.css';
import { useState } from 'preact/hooks';
import { type Minter, showMinter } from '../api/minters.ts';
import { useTexts } from '../i18n/language.ts';
import type { PageProps } from '../shell/pages.ts';
import { pathTo } from '../shell/paths.ts';
import { allows, useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { LinkButton } from '../ui/button.tsx';
import { Heading } from '../ui/heading.tsx';
import { useLoad } from '../ui/load.ts';
import { ErrorNotice, Loading, Notice } from '../ui/notice.tsx';
import { LookUp } from './look-up.tsx';
import { Mint } from './mint.tsx';
import { MinterFacts } from './minter-facts.tsx';
import { Policy } from './policy.tsx';
import { Reserve } from './reserve.tsx';
import { MINTERS } from './texts.ts';
import { useWarning } from './warning.tsx';

/** Shows the state of one minter, and all that can be done with it. */
const MinterPage = ({ parameters }: PageProps) => {
  const { name = '' } = parameters;
  const texts = useTexts(MINTERS);
  const { menu } = useTexts(SHELL);
  const { client } = useSession();
  const { loaded, reload } = useLoad(() => showMinter(client, name), [client, name]);
  return (
    <>
      <p class="above">
        <a href={pathTo('minters')}>{texts.notFound}</a>
      </p>
      <Heading title={name}>
        <LinkButton href={pathTo('names', {}, { minter: name })}>{menu.names}</LinkButton>
      </Heading>
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && <Parts first={loaded.value} />}
    </>
  );
};

/** Only the figures change after an action, so only they are loaded again. */
const Parts = ({ first }: { readonly first: Minter }) => {
  const { client, principal } = useSession();
  const [minter, setMinter] = useState(first);
  const refresh = (): void => void showMinter(client, first.name).then(setMinter, () => {});
  const warning = useWarning(minter.statistics);
  const mayMint = allows(principal.role, 'depositor');
  return (
    <>
      {warning !== undefined && (
        <Notice kind="wrong">
          <p>{warning}</p>
        </Notice>
      )}
      <MinterFacts minter={minter} />
      {mayMint && <Mint minter={first} onDone={refresh} />}
      <LookUp minter={first} mayBind={mayMint} />
      {mayMint && <Reserve minter={first} onDone={refresh} />}
      <Policy minter={first} mayChange={allows(principal.role, 'admin')} />
    </>
  );
};

export default MinterPage;
