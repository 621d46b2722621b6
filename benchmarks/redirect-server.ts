import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** The simplest resolver on Node.js, which answers 302 from a map of a million entries that has the requested ones. */
const ENTRIES = 1_000_000;

const labels = JSON.parse(await text(process.stdin)) as readonly string[];
const locations = new Map<string, string>();
for (const label of labels) locations.set(`/${label}`, `http://127.0.0.1/col/${label}/doc/a.txt`);
for (let number = locations.size; number < ENTRIES; number += 1) {
  locations.set(`/8JMKD3MGP8W/${number.toString(27).toUpperCase()}`, `http://127.0.0.1/col/item/${number}/doc/a.txt`);
}

const server = createServer(({ url = '' }, response) => {
  const location = locations.get(url);
  if (location === undefined) response.writeHead(404, { 'content-length': 0 });
  else response.writeHead(302, { location, 'content-length': 0 });
  response.end();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
