import { connect, createServer, type Socket } from 'node:net';

interface TcpProxy {
  readonly port: number;
  /** Leads further connections there, and cuts the others. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

/** The one address at which nodes find the primary, as haproxy or a virtual address would be. */
export const startTcpProxy = async (port: number, first: number): Promise<TcpProxy> => {
  let target = first;
  const open = new Set<Socket>();
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
  };
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    keep(client);
    keep(upstream);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port,
    leadTo(next) {
      target = next;
      cut();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
};
