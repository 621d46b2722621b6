import '../ui/styles/running.css';
import './plot.css';
import { useState } from 'preact/hooks';
import { countByDay, type DayCount, type Period } from '../api/node.ts';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import type { PageProps } from '../shell/pages.ts';
import { pathTo } from '../shell/paths.ts';
import { navigate } from '../shell/router.ts';
import { useSession } from '../shell/session.ts';
import { Button } from '../ui/button.tsx';
import { Form, SelectField, TextField } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { useLoad } from '../ui/load.ts';
import { EmptyState, ErrorNotice, Loading } from '../ui/notice.tsx';
import { gatherBars } from './bars.ts';
import { isDay, lastDays, OFFERED_DAYS } from './periods.ts';
import { Plot } from './plot.tsx';
import { STATISTICS } from './texts.ts';
import { TopItems } from './top-items.tsx';

const DEFAULT_DAYS = 30;

interface Asked {
  readonly days: number;
  readonly period: Period;
  readonly item: string;
}

/** The choices are in the address, so that readers can share them and go back to them. */
const readAsked = (query: URLSearchParams): Asked => {
  const [from, to, item] = [query.get('from') ?? '', query.get('to') ?? '', query.get('item') ?? ''];
  if (isDay(from) && isDay(to) && from <= to) return { days: 0, period: { from, to }, item };
  const days = OFFERED_DAYS.find((offered) => String(offered) === query.get('days')) ?? DEFAULT_DAYS;
  return { days, period: lastDays(days, Date.now()), item };
};

const addressOf = ({ days, period, item }: Asked): string =>
  pathTo('statistics', {}, { ...(days > 0 ? { days: String(days) } : period), ...(item !== '' && { item }) });

/** Shows accesses over time, and the items that were accessed most. */
const StatisticsPage = ({ query }: PageProps) => {
  const texts = useTexts(STATISTICS);
  const { client } = useSession();
  const { days, period, item } = readAsked(query);
  const { from, to } = period;
  const { loaded, reload } = useLoad(
    () => countByDay(client, { from, to }, item === '' ? undefined : item),
    [client, from, to, item],
  );
  return (
    <>
      <Heading title={texts.title} />
      <p class="introduction">{texts.introduction}</p>
      <Chooser key={`${days} ${from} ${to} ${item}`} asked={{ days, period, item }} />
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && <Accesses counts={loaded.value} period={period} />}
      {item === '' && <TopItems period={period} />}
    </>
  );
};

const Chooser = ({ asked }: { readonly asked: Asked }) => {
  const texts = useTexts(STATISTICS);
  const [days, setDays] = useState(String(asked.days));
  const [from, setFrom] = useState(asked.period.from);
  const [to, setTo] = useState(asked.period.to);
  const [item, setItem] = useState(asked.item);
  const isWrong = days === '0' && (!isDay(from) || !isDay(to) || from > to);
  const show = (chosen: string): void => {
    if (chosen === '0' && isWrong) return;
    navigate(addressOf({ days: Number(chosen), period: { from, to }, item: item.trim() }));
  };
  return (
    <Form onSubmit={() => show(days)}>
      <div class="filters">
        <SelectField
          label={texts.period}
          value={days}
          onChange={(chosen) => {
            setDays(chosen);
            if (chosen !== '0') show(chosen);
          }}
          choices={[
            ...OFFERED_DAYS.map((offered) => ({ value: String(offered), text: texts.periods(offered) })),
            { value: '0', text: texts.custom },
          ]}
        />
        {days === '0' && (
          <>
            <TextField
              label={texts.from}
              type="date"
              value={from}
              onChange={setFrom}
              error={isWrong ? texts.orderWrong : undefined}
            />
            <TextField label={texts.to} type="date" value={to} onChange={setTo} />
          </>
        )}
        <TextField label={texts.item} value={item} onChange={setItem} isCode placeholder={texts.itemHint} />
        <Button type="submit">{texts.show}</Button>
      </div>
    </Form>
  );
};

const Accesses = ({ counts, period }: { readonly counts: readonly DayCount[]; readonly period: Period }) => {
  const texts = useTexts(STATISTICS);
  const format = useFormat();
  const sumOf = (content: DayCount['content']): number =>
    counts.filter((count) => count.content === content).reduce((sum, { accesses }) => sum + accesses, 0);
  const [data, metadata] = [sumOf('Data'), sumOf('Metadata')];
  if (data + metadata === 0) {
    return (
      <EmptyState title={texts.none}>
        <p>{texts.noneText}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <dl class="figures">
        {[[texts.all, data + metadata] as const, [texts.data, data] as const, [texts.metadata, metadata] as const].map(
          ([title, value]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{format.number(value)}</dd>
            </div>
          ),
        )}
      </dl>
      <Plot bars={gatherBars(counts, period)} period={period} />
    </>
  );
};

export default StatisticsPage;
