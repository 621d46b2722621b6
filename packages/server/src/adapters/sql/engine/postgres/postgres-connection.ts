import { Refusal, refuse } from '@perene/api/refusals';
import { LRUCache } from 'lru-cache';
import postgres from 'postgres';
import type { SqlRow, SqlSession, SqlValue } from '../sql-database.ts';

const CONNECT_TIMEOUT_S = 10;
const LOCK_DEADLINE_MS = 30_000;
const STATEMENT_TIMEOUT_MS = 300_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;
const CLOSING_TIMEOUT_S = 5;
const MAX_PREPARED_STATEMENTS = 500;

export interface PostgresConnection {
  readonly session: SqlSession;
  /**
   * Sends a command that begins a transaction just before the next statement; on a new connection if the last one was
   * lost.
   */
  begin(command: string): void;
  /** Sends the command just before the next statement. */
  precede(command: string): void;
  /** Drops the command if it is the last one that was not sent yet; returns whether it did. */
  cancel(command: string): boolean;
  /** Returns the last command tag of PostgreSQL. */
  command(text: string): Promise<string>;
  close(): Promise<void>;
}

interface SendOptions {
  readonly simple: boolean;
  readonly prepare: boolean;
}

interface Message {
  readonly commands: string;
  readonly text: string;
  readonly values: readonly SqlValue[];
  readonly options: SendOptions;
}

type Sent = postgres.RowList<SqlRow[]>;

const INTEGER_TEXT = /^-?\d+$/;

/** All numbers of PostgreSQL (smallint, integer, bigint, oid, numeric, boolean) become bigints, as in SQLite. */
const TYPES = {
  integer: { to: 20, from: [20, 21, 23, 26], serialize: String, parse: BigInt },
  numeric: {
    to: 1700,
    from: [1700],
    serialize: String,
    parse: (text: string) => (INTEGER_TEXT.test(text) ? BigInt(text) : text),
  },
  boolean: { to: 16, from: [16], serialize: String, parse: (text: string) => (text === 't' ? 1n : 0n) },
};

/** A client of one connection; it cannot be used once the connection is lost. */
interface Link {
  readonly client: postgres.Sql;
  isLost: boolean;
  /** Whether nothing was sent yet. */
  isNew: boolean;
}

const openLink = (url: string): Link => {
  const client = postgres(url, {
    // One connection, so that statements arrive in order, with no time limit, so that no transaction is cut off.
    max: 1,
    max_lifetime: null,
    connect_timeout: CONNECT_TIMEOUT_S,
    fetch_types: false,
    types: TYPES,
    connection: {
      application_name: 'perene',
      synchronous_commit: 'on',
      lock_timeout: LOCK_DEADLINE_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    },
    onnotice: () => undefined,
    onclose: () => {
      link.isLost = true;
    },
  }) as unknown as postgres.Sql;
  const link: Link = { client, isLost: false, isNew: true };
  return link;
};

/** Statements and commands of this connection reach PostgreSQL in the order of the calls. */
export const connectPostgres = (url: string, address: string): PostgresConnection => {
  let link = openLink(url);
  let isClosed = false;
  let hasBegun = true;
  let preceding: string[] = [];
  let last: Promise<unknown> = Promise.resolve();

  const closeLink = ({ client }: Link): Promise<void> => client.end({ timeout: CLOSING_TIMEOUT_S });

  /** A client that has lost its connection would connect anew, outside the transaction, and may hang. */
  const replaceLost = (): void => {
    if (!link.isLost || isClosed) return;
    closeLink(link).catch(() => undefined);
    link = openLink(url);
  };

  const sendNow = async ({ commands, text, values, options }: Message): Promise<Sent> => {
    if (isClosed) throw new Error('the database is closed');
    const { client, isLost, isNew } = link;
    if (isLost) throw unreachable(address, 'the connection was lost');
    link.isNew = false;
    const before = commands === '' ? undefined : client.unsafe(commands).execute();
    // Later the commands and the statement go to the server in one round trip.
    if (isNew) await before;
    const [preceded, sent] = await Promise.allSettled([
      before,
      client.unsafe<SqlRow[]>(text, values as string[], options),
    ]);
    if (preceded.status === 'rejected') throw preceded.reason;
    if (sent.status === 'rejected') throw sent.reason;
    return sent.value;
  };

  /** Each statement waits for the one before, so that a client that loses its connection has nothing left to send. */
  const send = (text: string, values: readonly SqlValue[], options: SendOptions): Promise<Sent> => {
    const message = { commands: preceding.join(';'), text, values, options };
    const begins = !hasBegun;
    preceding = [];
    hasBegun = true;
    const sent = last.then(async () => {
      if (begins) replaceLost();
      try {
        return await sendNow(message);
      } catch (error) {
        link.isLost ||= isConnectionError(error);
        throw translate(error, address);
      }
    });
    last = sent.catch(() => undefined);
    return sent;
  };

  const execute = (statement: string, values: readonly SqlValue[] = []): Promise<Sent> => {
    const text = numberPlaces(statement);
    return send(text, values, { simple: false, prepare: NUMBERED.has(statement) });
  };

  return {
    session: {
      dialect: 'postgres',
      all: async (statement, values) => [...(await execute(statement, values))],
      run: async (statement, values) => {
        await execute(statement, values);
      },
    },
    begin(command) {
      preceding = [command];
      hasBegun = false;
    },
    precede(command) {
      preceding.push(command);
    },
    cancel(command) {
      if (preceding.at(-1) !== command) return false;
      preceding.pop();
      return true;
    },
    command: async (text) => (await send(text, [], { simple: true, prepare: false })).command,
    close() {
      isClosed = true;
      return closeLink(link);
    },
  };
};

const NUMBERED = new LRUCache<string, string>({ max: MAX_PREPARED_STATEMENTS });

/** `?` becomes `$1`, `$2` and so on, except inside quotes. */
const numberPlaces = (statement: string): string => {
  const known = NUMBERED.get(statement);
  if (known !== undefined) return known;
  let places = 0;
  const numbered = statement.replace(/'[^']*'|"[^"]*"|\?/g, (found) => {
    if (found !== '?') return found;
    places += 1;
    return `$${places}`;
  });
  NUMBERED.set(statement, numbered);
  return numbered;
};

const LOCK_NOT_AVAILABLE = '55P03';
/** The beginnings of the codes for: no connection, no permission, no such database, too many connections, shutdown. */
const CONNECTION_CODES = ['08', '28', '3D', '53300', '57P'];

const isConnectionError = (error: unknown): boolean =>
  error instanceof postgres.PostgresError
    ? CONNECTION_CODES.some((start) => error.code.startsWith(start))
    : error instanceof Error && 'code' in error;

const translate = (error: unknown, address: string): unknown => {
  if (!(error instanceof Error) || error instanceof Refusal) return error;
  // If no address of a host answers, Node.js gives only a code and no message.
  if (isConnectionError(error))
    return unreachable(address, error.message || String((error as { code?: unknown }).code));
  if (!(error instanceof postgres.PostgresError)) return error;
  if (error.code === LOCK_NOT_AVAILABLE) {
    const seconds = LOCK_DEADLINE_MS / 1_000;
    return refuse('database-busy', { database: nameOf(address), seconds });
  }
  return refuse('database-failed', {
    reason: 'failed',
    database: nameOf(address),
    cause: `${error.message} [${error.code}]`,
  });
};

const unreachable = (address: string, reason: string): Refusal =>
  refuse('database-failed', { reason: 'unreached', database: nameOf(address), cause: reason });

/** The name of the database, without user and password. */
const nameOf = (address: string): string => `postgres://${address}`;
