interface ConnectionPool<Connection> {
  /** Runs `work` with a connection that nobody else uses meanwhile. */
  use<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
  /** Returns all connections once none is in use; none can be used afterwards. */
  finish(): Promise<readonly Connection[]>;
}

/** Opens connections when they are needed, up to a limit; further users wait for their turn. */
export const createConnectionPool = <Connection>(
  open: () => Connection,
  maxConnections: number,
): ConnectionPool<Connection> => {
  const opened: Connection[] = [];
  const idle: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];

  let isFinished = false;

  const openAnother = (): Connection => {
    const connection = open();
    opened.push(connection);
    return connection;
  };

  const wait = (): Promise<Connection> => new Promise((resolve) => waiting.push(resolve));

  const take = (): Connection | Promise<Connection> =>
    idle.pop() ?? (opened.length < maxConnections ? openAnother() : wait());

  const giveBack = (connection: Connection): void => {
    const next = waiting.shift();
    if (next === undefined) idle.push(connection);
    else next(connection);
  };

  return {
    async use(work) {
      if (isFinished) throw new Error('the database is closed');
      const connection = await take();
      try {
        return await work(connection);
      } finally {
        giveBack(connection);
      }
    },
    async finish() {
      isFinished = true;
      return Promise.all(opened.splice(0).map(() => idle.pop() ?? wait()));
    },
  };
};
