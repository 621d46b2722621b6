import '../ui/styles/running.css';
import './overview.css';
import type { Overview } from '@perene/api';
import { describe } from '@perene/api/words';
import { useFormat } from '../i18n/format.ts';
import { useLanguage, useTexts } from '../i18n/language.ts';
import { sentence } from '../i18n/sentence.ts';
import { pathTo } from '../shell/paths.ts';
import { useSession } from '../shell/session.ts';
import { Heading } from '../ui/heading.tsx';
import { useLoad } from '../ui/load.ts';
import { ErrorNotice, Loading } from '../ui/notice.tsx';
import { OVERVIEW } from './texts.ts';

/** How the node is, what it holds, and what waits for somebody. */
const OverviewPage = () => {
  const texts = useTexts(OVERVIEW);
  const { client } = useSession();
  const { loaded, reload } = useLoad(() => client.api.showOverview(), [client]);
  return (
    <>
      <Heading title={texts.title} />
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && (
        <>
          <Waiting overview={loaded.value} />
          <Findings overview={loaded.value} />
          {loaded.value.items !== undefined && <Holdings items={loaded.value.items} />}
        </>
      )}
    </>
  );
};

export default OverviewPage;

const RANKS = { error: 0, warning: 1, ok: 2 } as const;

const Findings = ({ overview }: { readonly overview: Overview }) => {
  const texts = useTexts(OVERVIEW);
  const { language } = useLanguage();
  const findings = overview.findings.toSorted((one, other) => RANKS[one.level] - RANKS[other.level]);
  return (
    <section aria-label={texts.health}>
      <h2>{texts.health}</h2>
      <ul class="findings">
        {findings.map(({ part, level, code, parameters, detail }) => (
          <li key={`${part} ${detail}`} class={`finding finding-${level}`}>
            <span class="finding-level">{texts.levels[level]}</span>
            <span>
              <strong>{texts.parts[part] ?? part}</strong>{' '}
              {sentence(describe({ code: code ?? '', parameters, detail }, language))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Waiting = ({ overview: { waiting } }: { readonly overview: Overview }) => {
  const texts = useTexts(OVERVIEW);
  const format = useFormat();
  const { proposals = 0, registrations = 0, alerts = 0 } = waiting;
  const entries = [
    { count: proposals, name: texts.proposals, href: pathTo('relations') },
    { count: registrations, name: texts.registrations, href: pathTo('federation') },
    { count: alerts, name: texts.alerts, href: pathTo('federation') },
  ].filter(({ count }) => count > 0);
  return (
    <section aria-label={texts.waiting}>
      <h2 class="first">{texts.waiting}</h2>
      {entries.length === 0 && <p class="hint">{texts.nothing}</p>}
      <ul class="cards">
        {entries.map(({ count, name, href }) => (
          <li key={name}>
            <a class="card" href={href}>
              <b>{format.number(count)}</b> {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Holdings = ({ items }: { readonly items: NonNullable<Overview['items']> }) => {
  const texts = useTexts(OVERVIEW);
  const format = useFormat();
  const most = Math.max(1, ...items.growth.map((month) => month.items));
  return (
    <section aria-label={texts.holdings}>
      <h2>{texts.holdings}</h2>
      <ul class="cards">
        {[
          [format.number(items.kept), texts.kept],
          [format.bytes(items.bytes), texts.bytes],
          [format.number(items.removed), texts.removed],
        ].map(([value, name]) => (
          <li key={name} class="card">
            <b>{value}</b> {name}
          </li>
        ))}
      </ul>
      <h3>{texts.growth}</h3>
      <table class="growth">
        <caption class="unseen">{texts.growth}</caption>
        <tbody>
          {items.growth.map(({ month, items: count }) => (
            <tr key={month}>
              <th scope="row">{format.month(`${month}-01T12:00:00Z`)}</th>
              <td>
                <progress max={most} value={count} aria-hidden="true" />
              </td>
              <td class="number">{format.number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
