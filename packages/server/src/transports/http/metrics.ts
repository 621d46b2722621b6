import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@perene/api/refusals';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CopyStanding } from '../../ports/node/copy-standing.ts';
import type { Currency } from '../../ports/node/touches.ts';
import { type MinterOperations, walkMinters } from '../../services/noid/minters/minter-operations.ts';

/** What the node counts, as Prometheus reads it. */
export interface Metrics {
  readonly contentType: string;
  read(): Promise<string>;
  countMinted(labels: number): void;
  countDeposit(): void;
  countUrlRequest(): void;
  countResolution(outcome: string): void;
  /** Counts an answer that was given from memory. */
  countRemembered(currency: Currency): void;
  /** Counts an answer from the copy of the database, or one that could not be given without the database. */
  countCopied(answer: { readonly isAnswered: boolean }): void;
  observeRequest(request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
}

/** A database that says nothing must not keep the other metrics. */
const MINTERS_MS = 2_000;
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600];

/** Counts since the database was opened. */
export interface DatabaseWork {
  readonly transactions: number;
  readonly commits: number;
}

export const createMetrics = ({
  databaseWork,
  minters,
  copyStanding,
}: {
  /** Undefined if this node keeps no copy of its database. */
  readonly copyStanding?: (() => CopyStanding) | undefined;
  readonly databaseWork: () => DatabaseWork;
  readonly minters: Pick<MinterOperations, 'list'>;
}): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, from their first byte to the end of their answer',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
  const minted = new Counter({ name: 'perene_minted_ibis_total', help: 'IBIs given over HTTP', registers });
  const deposits = new Counter({ name: 'perene_deposits_total', help: 'Items deposited over HTTP', registers });
  const urlRequests = new Counter({
    name: 'perene_url_requests_total',
    help: 'Messages urlRequest that the Archive answered',
    registers,
  });
  // Counted in a map and collected on request, because a resolution takes only microseconds.
  const resolutionCounts = new Map<string, number>();
  new Counter({
    name: 'perene_resolutions_total',
    help: 'Resolutions by what they came to',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of resolutionCounts) this.inc({ outcome }, count);
    },
  });
  const rememberedCounts = new Map<Currency, number>();
  new Counter({
    name: 'perene_remembered_answers_total',
    help: 'Answers that were given from memory; late ones while the database was gone',
    labelNames: ['currency'],
    registers,
    collect() {
      this.reset();
      for (const [currency, count] of rememberedCounts) this.inc({ currency }, count);
    },
  });
  const copied = new Counter({
    name: 'perene_copy_answers_total',
    help: 'Answers from the copy of the database while that was gone: given, or unknown because the copy lacks it',
    labelNames: ['outcome'],
    registers,
  });
  const gaugeOf = (name: string, help: string, read: (standing: CopyStanding) => number | undefined) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const standing = copyStanding?.();
        const value = standing && read(standing);
        this.reset();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  if (copyStanding !== undefined) {
    gaugeOf('perene_database_gone', '1 while the database cannot be reached', ({ isGone }) => (isGone ? 1 : 0));
    gaugeOf('perene_copy_age_seconds', 'How old the copy of the database is', ({ ageSeconds }) => ageSeconds);
  }
  const countOf = (name: keyof DatabaseWork, help: string) =>
    new Counter({
      name: `perene_database_${name}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(databaseWork()[name]);
      },
    });
  countOf('transactions', 'Transactions of this process');
  countOf('commits', 'Commits that they shared, each durable on disk');
  new Gauge({
    name: 'perene_minter_remaining',
    help: 'Identifiers that a minter has left, where there is an end',
    labelNames: ['minter'],
    registers,
    async collect() {
      this.reset();
      const counted = await Promise.race([countRemaining(minters), sleep(MINTERS_MS, [], { ref: false })]);
      for (const { minter, remaining } of counted) this.set({ minter }, remaining);
    },
  });
  return {
    contentType: registry.contentType,
    read: () => registry.metrics(),
    countMinted: (labels) => minted.inc(labels),
    countDeposit: () => deposits.inc(),
    countUrlRequest: () => urlRequests.inc(),
    countResolution(outcome) {
      resolutionCounts.set(outcome, (resolutionCounts.get(outcome) ?? 0) + 1);
    },
    countRemembered(currency) {
      rememberedCounts.set(currency, (rememberedCounts.get(currency) ?? 0) + 1);
    },
    countCopied: ({ isAnswered }) => copied.inc({ outcome: isAnswered ? 'given' : 'unknown' }),
    observeRequest: ({ method, route, status, seconds }) =>
      durations.observe({ method, route, status: String(status) }, seconds),
  };
};

/** Returns nothing if the database does not answer, so that the other metrics can still be read. */
const countRemaining = async (
  minters: Pick<MinterOperations, 'list'>,
): Promise<readonly { readonly minter: string; readonly remaining: number }[]> => {
  const counts: { readonly minter: string; readonly remaining: number }[] = [];
  try {
    for await (const { name, statistics } of walkMinters(minters)) {
      if (statistics.remaining !== undefined) counts.push({ minter: name, remaining: Number(statistics.remaining) });
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return counts;
};
