import { Component, type ComponentChildren, type ComponentType } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { ForgottenPage } from '../account/forgotten-page.tsx';
import { WelcomePage } from '../account/welcome-page.tsx';
import { createClient } from '../api/client.ts';
import { whoAmI } from '../api/items.ts';
import { codeOf } from '../api/problem.ts';
import type { Principal } from '../api/types.ts';
import { firstLanguage, keepLanguage } from '../i18n/choice.ts';
import { type Language, LanguageContext, useTexts } from '../i18n/language.ts';
import { OpenIdPage } from '../openid/openid-page.tsx';
import { Heading } from '../ui/heading.tsx';
import { ErrorNotice, Loading, Notice } from '../ui/notice.tsx';
import { ToastProvider } from '../ui/toasts.tsx';
import { Layout } from './frame/layout.tsx';
import { SiteContext, useLoadedSite } from './frame/site.ts';
import { type FoundPage, findPage, type PageProps } from './pages.ts';
import { matchPath, PATTERNS, pathTo } from './paths.ts';
import { usePlace } from './router.ts';
import { keepKey, mayEnter, readKey, type Session, SessionContext, useSession } from './session.ts';
import { type Ended, SignIn } from './sign-in.tsx';
import { SHELL } from './texts.ts';

export const Application = () => {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  const choose = useCallback((chosen: Language) => {
    keepLanguage(chosen);
    setLanguage(chosen);
  }, []);
  return (
    <LanguageContext.Provider value={useMemo(() => ({ language, choose }), [language, choose])}>
      <SiteContext.Provider value={useLoadedSite()}>
        <ToastProvider>
          <Gate />
        </ToastProvider>
      </SiteContext.Provider>
    </LanguageContext.Provider>
  );
};

/** Without a key, the browser may have a session. */
type Entrance =
  | { readonly kind: 'asking'; readonly key: string | undefined }
  | { readonly kind: 'failed'; readonly key: string | undefined; readonly error: unknown }
  | { readonly kind: 'out'; readonly ended: Ended }
  | { readonly kind: 'in'; readonly key: string | undefined; readonly principal: Principal };

const enter = (): Entrance => ({ kind: 'asking', key: readKey() || undefined });

/** Codes that say that nobody is signed in. */
const NOT_IN = ['key-wrong', 'key-missing', 'session-ended'];

/** Shows pages to those who signed in, and the form for signing in to all others. */
const Gate = () => {
  const { path } = usePlace();
  const [entrance, setEntrance] = useState<Entrance>(enter);
  const leave = useCallback((ended: Ended) => {
    keepKey('');
    setEntrance({ kind: 'out', ended });
  }, []);
  useEffect(() => {
    if (entrance.kind !== 'asking') return;
    const { key } = entrance;
    let isCurrent = true;
    // The page comes while the node says who asks; what fails is told when it is shown.
    findPage(location.pathname)
      ?.page.load()
      .catch(() => undefined);
    whoAmI(createClient({ key, onKeyRefused: () => {} })).then(
      (principal) => isCurrent && setEntrance({ kind: 'in', key, principal }),
      (error: unknown) => {
        // Somebody may have signed in meanwhile.
        if (!isCurrent) return;
        if (!NOT_IN.includes(codeOf(error))) setEntrance({ kind: 'failed', key, error });
        else leave(key === undefined ? endedBy(codeOf(error)) : 'key');
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [entrance, leave]);
  const session = useMemo<Session | undefined>(() => {
    if (entrance.kind !== 'in') return undefined;
    const { key, principal } = entrance;
    const client = createClient({ key, onKeyRefused: () => leave(key === undefined ? 'session' : 'key') });
    return {
      principal,
      client,
      signOut: () => {
        // Whoever signs out is out, even if the node does not answer; it ends the session by itself then.
        if (key === undefined) client.api.signOut().catch(() => undefined);
        leave(key === undefined ? 'left' : undefined);
      },
      rename: (name) => setEntrance({ kind: 'in', key, principal: { ...principal, name } }),
    };
  }, [entrance, leave]);
  const signIn = (key: string | undefined, principal: Principal): void => {
    keepKey(key ?? '');
    setEntrance({ kind: 'in', key, principal });
  };
  if (matchPath(PATTERNS.welcome, path) !== undefined) {
    return (
      <Layout session={undefined}>
        <WelcomePage onSignIn={(principal) => signIn(undefined, principal)} />
      </Layout>
    );
  }
  if (matchPath(PATTERNS.openid, path) !== undefined) {
    return (
      <Layout session={undefined}>
        <OpenIdPage onSignIn={(principal) => signIn(undefined, principal)} />
      </Layout>
    );
  }
  if (matchPath(PATTERNS.forgotten, path) !== undefined) {
    return (
      <Layout session={undefined}>
        <ForgottenPage />
      </Layout>
    );
  }
  return (
    <SessionContext.Provider value={session}>
      <Layout session={session}>
        {entrance.kind === 'asking' && <Loading />}
        {entrance.kind === 'failed' && (
          <ErrorNotice error={entrance.error} onRetry={() => setEntrance({ kind: 'asking', key: entrance.key })} />
        )}
        {entrance.kind === 'out' && <SignIn ended={entrance.ended} onSignIn={signIn} />}
        {entrance.kind === 'in' && <CurrentPage />}
      </Layout>
    </SessionContext.Provider>
  );
};

const endedBy = (code: string): Ended => (code === 'session-ended' ? 'session' : undefined);

const CurrentPage = () => {
  const { path, query } = usePlace();
  const { principal } = useSession();
  const { unknownPage, roleNeeded, roles } = useTexts(SHELL);
  const found = useMemo(() => findPage(path), [path]);
  if (found === undefined) {
    return (
      <>
        <Heading title={unknownPage.title} />
        <p>{unknownPage.text}</p>
        <p>
          <a href={pathTo('items')}>{unknownPage.back}</a>
        </p>
      </>
    );
  }
  if (!mayEnter(principal, found.page.role)) {
    return (
      <>
        <Heading title={roleNeeded.title} />
        <p>{roleNeeded.text(roles[found.page.role], roles[principal.role])}</p>
      </>
    );
  }
  return <LoadedPage key={path} found={found} query={query} />;
};

const LoadedPage = ({ found, query }: { readonly found: FoundPage; readonly query: URLSearchParams }) => {
  const [page, setPage] = useState<{ readonly Page: ComponentType<PageProps> }>();
  const [error, setError] = useState<unknown>();
  const { load } = found.page;
  useEffect(() => {
    load().then((loaded) => setPage({ Page: loaded.default }), setError);
  }, [load]);
  // Browsers remember that a part was missing, as after an upgrade of the node, so only loading the whole page again
  // helps.
  if (error !== undefined) return <ErrorNotice error={error} onRetry={() => location.reload()} />;
  if (page === undefined) return <Loading />;
  return (
    <Boundary>
      <page.Page parameters={found.parameters} query={query} />
    </Boundary>
  );
};

/** Keeps the frame standing if one page has a defect. */
class Boundary extends Component<{ readonly children: ComponentChildren }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static override getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? <BrokenPage /> : this.props.children;
  }
}

const BrokenPage = () => (
  <Notice kind="wrong">
    <p>{useTexts(SHELL).brokenPage}</p>
  </Notice>
);
