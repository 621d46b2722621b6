import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** What the node counts, as Prometheus reads it. */
export interface Metrics {
  readonly contentType: string;
  read(): Promise<string>;
  countMinted(labels: number): void;
  countDeposit(): void;
  countUrlRequest(): void;
  observeRequest(request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
}

const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600];

/** Since the database was opened. */
export interface DatabaseWork {
  readonly transactions: number;
  readonly commits: number;
}

export const createMetrics = ({ databaseWork }: { readonly databaseWork: () => DatabaseWork }): Metrics => {
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
  return {
    contentType: registry.contentType,
    read: () => registry.metrics(),
    countMinted: (labels) => minted.inc(labels),
    countDeposit: () => deposits.inc(),
    countUrlRequest: () => urlRequests.inc(),
    observeRequest: ({ method, route, status, seconds }) =>
      durations.observe({ method, route, status: String(status) }, seconds),
  };
};
