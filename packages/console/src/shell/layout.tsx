import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { LOCALES, useLanguage, useTexts } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { NAVIGATION } from './pages.ts';
import { pathTo } from './paths.ts';
import { followLinks, usePlace } from './router.ts';
import { mayEnter, type Session } from './session.ts';
import { SHELL } from './texts.ts';

/** The frame around every page. */
export const Layout = ({
  session,
  children,
}: {
  readonly session: Session | undefined;
  readonly children: ComponentChildren;
}) => {
  const shell = useTexts(SHELL);
  const { language, choose } = useLanguage();
  useEffect(() => {
    document.documentElement.lang = LOCALES[language];
  }, [language]);
  useEffect(() => {
    document.addEventListener('click', followLinks);
    return () => document.removeEventListener('click', followLinks);
  }, []);
  return (
    <>
      <a class="skip" href="#content">
        {shell.skip}
      </a>
      <header>
        <p class="brand">
          <a class="brand-link" href="/" aria-label={`Perene: ${shell.startPage}`}>
            Perene
          </a>
        </p>
        <div class="person">
          {session !== undefined && (
            <>
              <span class="name">
                <span class="unseen">{shell.signedInAs} </span>
                {session.principal.email === undefined ? (
                  session.principal.name
                ) : (
                  <a href={pathTo('account')}>{session.principal.name}</a>
                )}{' '}
                <span class="role">{shell.roles[session.principal.role]}</span>
              </span>
              <Button kind="quiet" onClick={session.signOut}>
                {shell.signOut}
              </Button>
            </>
          )}
          <button
            type="button"
            class="button button-quiet"
            lang={language === 'en' ? 'pt-BR' : 'en'}
            onClick={() => choose(language === 'en' ? 'pt' : 'en')}
          >
            {shell.otherLanguage}
          </button>
        </div>
        {session !== undefined && <Navigation session={session} />}
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </>
  );
};

const Navigation = ({ session }: { readonly session: Session }) => {
  const { menu, navigation } = useTexts(SHELL);
  const { path } = usePlace();
  return (
    <nav aria-label={navigation}>
      <ul>
        {NAVIGATION.filter(({ role }) => mayEnter(session.principal, role)).map((entry) => (
          <li key={entry.path}>
            <a href={pathTo(entry.path)} aria-current={pathTo(entry.path) === path ? 'page' : undefined}>
              {menu[entry.path]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};
