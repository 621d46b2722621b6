import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Period } from '../api/node.ts';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { Table } from '../ui/table.tsx';
import { type Bar, chooseAxis } from './bars.ts';
import { useDays } from './days.ts';
import { STATISTICS } from './texts.ts';

const FIRST_WIDTH = 720;
const MIN_WIDTH = 240;
const HEIGHT = 260;
const LEFT = 44;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 28;
const MAX_BAR_WIDTH = 36;
/** The width of a label below the bars, which is about as wide as "30 Sept". */
const LABEL_WIDTH = 72;

const plotHeight = HEIGHT - TOP - BOTTOM;

/** Measures the width that there is to draw in, so that letters keep their size on small screens. */
const useWidth = (): { readonly frame: RefObject<HTMLElement | null>; readonly width: number } => {
  const frame = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useLayoutEffect(() => {
    if (frame.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.max(MIN_WIDTH, Math.floor(entry.contentRect.width)));
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return { frame, width };
};

/** Draws bars over time; the table below has the same numbers for those who do not see the bars. */
export const Plot = ({ bars, period }: { readonly bars: readonly Bar[]; readonly period: Period }) => {
  const texts = useTexts(STATISTICS);
  const format = useFormat();
  const days = useDays();
  const { frame, width } = useWidth();
  const total = bars.reduce((sum, { data, metadata }) => sum + data + metadata, 0);
  const isByWeek = bars.some(({ from, to }) => from !== to);
  return (
    <figure class="plot" ref={frame}>
      <ul class="legend" aria-hidden="true">
        <li class="legend-data">{texts.data}</li>
        <li class="legend-metadata">{texts.metadata}</li>
      </ul>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={texts.plot(format.number(total), days.long(period.from), days.long(period.to))}
      >
        <Drawing bars={bars} width={width} />
      </svg>
      {isByWeek && <figcaption class="hint">{texts.byWeek}</figcaption>}
      <details>
        <summary>{texts.table}</summary>
        <Table
          caption={texts.all}
          rows={bars.filter(({ data, metadata }) => data + metadata > 0)}
          keyOf={({ from }) => from}
          columns={[
            { title: isByWeek ? texts.days : texts.day, cell: (bar) => days.span(bar) },
            { title: texts.data, isNumber: true, cell: ({ data }) => format.number(data) },
            { title: texts.metadata, isNumber: true, cell: ({ metadata }) => format.number(metadata) },
          ]}
        />
      </details>
    </figure>
  );
};

const Drawing = ({ bars, width }: { readonly bars: readonly Bar[]; readonly width: number }) => {
  const texts = useTexts(STATISTICS);
  const format = useFormat();
  const days = useDays();
  const axis = chooseAxis(Math.max(...bars.map(({ data, metadata }) => data + metadata)));
  const heightOf = (value: number): number => (value / axis.end) * plotHeight;
  const floor = TOP + plotHeight;
  const place = (width - LEFT - RIGHT) / bars.length;
  const barWidth = Math.min(MAX_BAR_WIDTH, place * 0.72);
  const labelled = Math.ceil(LABEL_WIDTH / place);
  return (
    <>
      {axis.ticks.map((tick) => (
        <g key={tick}>
          <line
            class={tick === 0 ? 'axis' : 'grid'}
            x1={LEFT}
            x2={width - RIGHT}
            y1={floor - heightOf(tick)}
            y2={floor - heightOf(tick)}
          />
          <text x={LEFT - 6} y={floor - heightOf(tick) + 4} text-anchor="end">
            {format.number(tick)}
          </text>
        </g>
      ))}
      {bars.map((bar, index) => {
        const { data, metadata } = bar;
        const x = LEFT + index * place + (place - barWidth) / 2;
        const isLabelled = index % labelled === 0 && LEFT + index * place + LABEL_WIDTH / 2 < width;
        return (
          <g key={bar.from} class="bar-group">
            <title>{`${days.span(bar)}: ${format.number(data)} ${texts.data}, ${format.number(metadata)} ${texts.metadata}`}</title>
            <rect class="bar-place" x={LEFT + index * place} y={TOP} width={place} height={plotHeight} />
            <rect class="bar-data" x={x} y={floor - heightOf(data)} width={barWidth} height={heightOf(data)} />
            <rect
              class="bar-metadata"
              x={x}
              y={floor - heightOf(data + metadata)}
              width={barWidth}
              height={heightOf(metadata)}
            />
            {isLabelled && (
              <text x={LEFT + index * place + place / 2} y={HEIGHT - 8} text-anchor="middle">
                {days.short(bar.from)}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
};
