import { describeEvidence } from '@perene/api/words';
import { useState } from 'preact/hooks';
import { type Alert, listAlerts, showAlert } from '../api/federation.ts';
import { useFormat } from '../i18n/format.ts';
import { useLanguage, useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { Button } from '../ui/button.tsx';
import { FactList } from '../ui/fact-list.tsx';
import { useLoad, usePagedList } from '../ui/load.ts';
import { ErrorNotice, Loading } from '../ui/notice.tsx';
import { FEDERATION } from './texts.ts';

/** Shows originals that are claimed more than once, with the claims, for a person to judge. */
export const Alerts = () => {
  const texts = useTexts(FEDERATION).alerts;
  const shell = useTexts(SHELL);
  const { client } = useSession();
  const list = usePagedList((cursor) => listAlerts(client, cursor), [client]);
  return (
    <section>
      <h2>{texts.title}</h2>
      <p class="introduction">{texts.introduction}</p>
      {list.entries.map((alert) => (
        <AlertPanel key={alert.ibi} alert={alert} />
      ))}
      {list.isLoading && <Loading />}
      {list.error !== undefined && <ErrorNotice error={list.error} onRetry={list.reload} />}
      {!list.isLoading && list.error === undefined && list.entries.length === 0 && <p>{texts.empty}</p>}
      {list.hasMore && <Button onClick={list.more}>{shell.more}</Button>}
    </section>
  );
};

const AlertPanel = ({ alert }: { readonly alert: Alert }) => {
  const texts = useTexts(FEDERATION).alerts;
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  return (
    <article class="panel">
      <h3 class="code">{alert.ibi}</h3>
      <p class="hint">
        {texts.seen(format.number(alert.times), format.time(alert.firstSeen), format.time(alert.lastSeen))}
      </p>
      <h4>{texts.claims}</h4>
      <ul class="claims">
        {alert.claims.map(({ service, address, url, timestamp }) => (
          <li key={service}>
            <strong>{address}</strong> <code>{service}</code>
            {url !== undefined && (
              <>
                {' '}
                <a href={url}>{url}</a>
              </>
            )}
            {timestamp !== undefined && (
              <span class="hint">
                {' '}
                {texts.changed} {timestamp}
              </span>
            )}
          </li>
        ))}
      </ul>
      {isOpen ? <Evidence ibi={alert.ibi} /> : <Button onClick={() => setOpen(true)}>{texts.evidence}</Button>}
    </article>
  );
};

/** Shows what can be checked about the claims (decision 34). */
const Evidence = ({ ibi }: { readonly ibi: string }) => {
  const texts = useTexts(FEDERATION).alerts;
  const format = useFormat();
  const { language } = useLanguage();
  const { client } = useSession();
  const { loaded, reload } = useLoad(() => showAlert(client, ibi), [client, ibi]);
  if (loaded.state === 'loading') return <Loading />;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  const described = loaded.value.evidence && describeEvidence(loaded.value.evidence, language, format.time);
  if (described === undefined) return <p>{texts.noEvidence}</p>;
  return (
    <>
      <h4>{texts.evidence}</h4>
      {described.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {described.claimants.map(({ service, address, facts }) => (
        <section key={service}>
          <h5>
            {address} <code>{service}</code>
          </h5>
          <FactList facts={facts.map(({ name, value }) => [name, value])} />
        </section>
      ))}
    </>
  );
};
