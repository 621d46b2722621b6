import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LOCALES, useLanguage, useTexts } from '../../i18n/language.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { pathTo } from '../paths.ts';
import { followLinks, usePlace } from '../router.ts';
import type { Session } from '../session.ts';
import { SHELL } from '../texts.ts';
import { Navigation } from './navigation.tsx';
import { useSite, useSiteName } from './site.ts';

/** The frame around every page. */
export const Layout = ({
  session,
  children,
}: {
  readonly session: Session | undefined;
  readonly children: ComponentChildren;
}) => {
  const shell = useTexts(SHELL);
  const { language } = useLanguage();
  useEffect(() => {
    document.documentElement.lang = LOCALES[language];
  }, [language]);
  useEffect(() => {
    document.addEventListener('click', followLinks);
    return () => document.removeEventListener('click', followLinks);
  }, []);
  return (
    <div class={session === undefined ? 'frame' : 'frame frame-desk'}>
      <a class="skip" href="#content">
        {shell.skip}
      </a>
      <Top session={session} />
      <div class="page">
        <Practice />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
};

const Top = ({ session }: { readonly session: Session | undefined }) => {
  const { menuButton } = useTexts(SHELL);
  const { path } = usePlace();
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === path;
  return (
    <header>
      <div class="bar">
        <Brand />
        {session === undefined ? (
          <LanguageButton />
        ) : (
          <button
            type="button"
            class="button menu-button"
            aria-expanded={isOpen}
            aria-controls="menu"
            onClick={() => setOpenAt(isOpen ? undefined : path)}
          >
            <Icon name="menu" />
            {menuButton}
          </button>
        )}
      </div>
      {session !== undefined && (
        <div id="menu" class={isOpen ? 'menu' : 'menu menu-closed'}>
          <Navigation session={session} />
          <PersonBox session={session} />
        </div>
      )}
    </header>
  );
};

/** Whose archive this is: the mark and the name, which lead to its start page. */
const Brand = () => {
  const { startPage } = useTexts(SHELL);
  const { logo } = useSite();
  const name = useSiteName();
  return (
    <a class="brand" href="/">
      {logo === undefined ? (
        <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" />
          <text x="16" y="22">
            {Array.from(name)[0] ?? ''}
          </text>
        </svg>
      ) : (
        <img class="mark" src={logo} alt="" />
      )}
      <span>
        {name}
        <span class="unseen">: {startPage}</span>
      </span>
    </a>
  );
};

const PersonBox = ({ session: { principal, signOut } }: { readonly session: Session }) => {
  const shell = useTexts(SHELL);
  return (
    <div class="person">
      <p class="name">
        <span class="unseen">{shell.signedInAs} </span>
        {principal.email === undefined ? principal.name : <a href={pathTo('account')}>{principal.name}</a>}{' '}
        <span class="role">{shell.roles[principal.role]}</span>
      </p>
      <p class="person-actions">
        <Button kind="quiet" onClick={signOut}>
          {shell.signOut}
        </Button>
        <LanguageButton />
      </p>
    </div>
  );
};

const LanguageButton = () => {
  const { otherLanguage } = useTexts(SHELL);
  const { language, choose } = useLanguage();
  return (
    <button
      type="button"
      class="button button-quiet"
      lang={language === 'en' ? 'pt-BR' : 'en'}
      onClick={() => choose(language === 'en' ? 'pt' : 'en')}
    >
      {otherLanguage}
    </button>
  );
};

/** Says on every page that labels of this node are not to be cited. */
const Practice = () => {
  const { practice } = useTexts(SHELL);
  if (!useSite().isForPractice) return null;
  return (
    <aside class="practice" aria-label={practice.title}>
      {practice.text} <a href="/docs/operating">{practice.advice}</a>
    </aside>
  );
};
