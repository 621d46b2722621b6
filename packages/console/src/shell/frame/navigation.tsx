import { useEffect, useState } from 'preact/hooks';
import { useTexts } from '../../i18n/language.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { NAVIGATION } from '../pages.ts';
import { pathTo } from '../paths.ts';
import { usePlace } from '../router.ts';
import { mayEnter, type Session } from '../session.ts';
import { SHELL } from '../texts.ts';

/** The pages that somebody may enter, by what they are about. */
export const Navigation = ({ session }: { readonly session: Session }) => {
  const { menu, groups, navigation, waiting } = useTexts(SHELL);
  const { path } = usePlace();
  const counts = useWaiting(session);
  return (
    <nav aria-label={navigation}>
      {NAVIGATION.map(({ group, entries }) => {
        const open = entries.filter(({ role }) => mayEnter(session.principal, role));
        if (open.length === 0) return null;
        return (
          <div key={group} class="group">
            <p class="group-name" id={`group-${group}`}>
              {groups[group]}
            </p>
            <ul aria-labelledby={`group-${group}`}>
              {open.map((entry) => (
                <li key={entry.path}>
                  <a href={pathTo(entry.path)} aria-current={pathTo(entry.path) === path ? 'page' : undefined}>
                    <Icon name={entry.path} />
                    {menu[entry.path]}
                    {(counts[entry.path] ?? 0) > 0 && (
                      <span class="count">
                        {counts[entry.path]}
                        <span class="unseen"> {waiting}</span>
                      </span>
                    )}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
};

const MAX_COUNTED = 100;

/** How much waits on which page: drafts to judge, and more for those who look after the node; what a node does not tell counts as none. */
const useWaiting = ({ client, principal }: Session): Readonly<Record<string, number>> => {
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  const isTold = mayEnter(principal, 'steward');
  const { person } = principal;
  useEffect(() => {
    // Drafts belong to people: a key that is nobody's judges none.
    if (person === undefined) return;
    client.api.listDrafts({ state: 'review', limit: MAX_COUNTED }).then(
      ({ drafts }) => {
        const others = drafts.filter(({ owner }) => owner.id !== person).length;
        setCounts((known) => ({ ...known, drafts: others }));
      },
      () => undefined,
    );
  }, [client, person]);
  useEffect(() => {
    if (!isTold) return;
    client.api.showOverview().then(
      ({ waiting: { proposals = 0, registrations = 0, alerts = 0 } }) =>
        setCounts((known) => ({ ...known, relations: proposals, federation: registrations + alerts })),
      () => undefined,
    );
  }, [client, isTold]);
  return counts;
};
