import { connect, type Socket } from 'node:net';

/**
 * The client is a process of its own, which sends the same requests over and over on open connections, one at a time on
 * each, and prints how many were answered a second. It does only what HTTP/1.1 needs, so that the client itself is not
 * measured.
 */
interface Load {
  readonly port: number;
  readonly connections: number;
  readonly milliseconds: number;
  readonly requests: readonly string[];
  /** The beginning of a right answer. */
  readonly expected?: string;
}

const load = JSON.parse(process.argv[2] ?? '') as Load;
const expected = load.expected ?? 'HTTP/1.1 2';
const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: (\d+)/i;

let answered = 0;
let refused = 0;
let isOver = false;
const times: number[] = [];

const runConnection = (first: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket: Socket = connect(load.port, '127.0.0.1');
    let next = first;
    let received: Buffer = Buffer.alloc(0);
    let sentAt = 0;
    const send = (): void => {
      if (isOver) {
        socket.end();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(load.requests[next % load.requests.length] ?? '');
      next += 1;
    };
    socket.setNoDelay(true);
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const headEnd = received.indexOf(HEAD_END);
      if (headEnd < 0) return;
      const head = received.toString('latin1', 0, headEnd);
      const length = headEnd + HEAD_END.length + Number(LENGTH.exec(head)?.[1] ?? 0);
      if (received.length < length) return;
      received = received.subarray(length);
      answered += 1;
      // Recording every eighth time is enough for the percentiles.
      if (answered % 8 === 0) times.push(performance.now() - sentAt);
      if (!head.startsWith(expected)) refused += 1;
      send();
    });
  });

const start = performance.now();
setTimeout(() => {
  isOver = true;
}, load.milliseconds);
await Promise.all(Array.from({ length: load.connections }, (_, index) => runConnection(index * 7)));
times.sort((one, other) => one - other);
const percentile = (percent: number): number => times[Math.floor((times.length * percent) / 100)] ?? 0;
process.stdout.write(
  JSON.stringify({
    perSecond: (answered / (performance.now() - start)) * 1_000,
    answered,
    refused,
    median: percentile(50),
    slow: percentile(99),
  }),
);
