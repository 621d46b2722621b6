import { createServer } from 'node:http';

/** The simplest HTTP server on Node.js, which answers every request with a text as long as an answer of the Archive. */
const BODY = 'x'.repeat(Number(process.argv[2] ?? 500));

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': BODY.length });
  response.end(BODY);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
