import '../../ui/styles/running.css';
import { findIdentifier, type KnownIdentifier } from '../../api/minters.ts';
import { useTexts } from '../../i18n/language.ts';
import type { PageProps } from '../../shell/pages.ts';
import { pathTo } from '../../shell/paths.ts';
import { allows, useSession } from '../../shell/session.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { Heading } from '../../ui/heading.tsx';
import { useLoad } from '../../ui/load.ts';
import { ErrorNotice, Loading } from '../../ui/notice.tsx';
import { BoundValues } from './bound-values.tsx';
import { NameStateForm, NameStateMark } from './name-state.tsx';
import { PastValues } from './past-values.tsx';
import { NAMES } from './texts.ts';

/** One name: its state, what is bound to it, and how that came to be. */
const NamePage = ({ parameters: { minter = '', id = '' } }: PageProps) => {
  const texts = useTexts(NAMES);
  const { client, principal } = useSession();
  const { loaded, reload } = useLoad(() => findIdentifier(client, minter, id), [client, minter, id]);
  const mayBind = allows(principal.role, 'depositor');
  return (
    <>
      <p class="above">
        <a href={pathTo('names', {}, { minter })}>{texts.allOf(minter)}</a>
      </p>
      <Heading title={id}>{loaded.state === 'ready' && <NameStateMark {...stateOf(loaded.value)} />}</Heading>
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && (
        <>
          {id.includes('/') && <CopyText label={texts.address} text={`${location.origin}/ark:/${id}`} />}
          <BoundValues minter={minter} id={id} bindings={loaded.value.bindings} mayBind={mayBind} onChange={reload} />
          {mayBind && (
            <section>
              <h2>{texts.state}</h2>
              <NameStateForm minter={minter} id={id} state={stateOf(loaded.value).state} onChange={reload} />
            </section>
          )}
          <PastValues minter={minter} id={id} />
        </>
      )}
    </>
  );
};

export default NamePage;

/** States are bound to the name as other values are. */
const stateOf = ({ bindings }: KnownIdentifier) => {
  const boundTo = (name: string) => bindings.find(({ element }) => element === name)?.value;
  const status = boundTo('_status') ?? 'public';
  const reason = boundTo('_reason');
  const state = status === 'unavailable' ? 'withdrawn' : status === 'reserved' ? 'reserved' : 'public';
  return { state, ...(state === 'withdrawn' && reason !== undefined && { reason }) } as const;
};
