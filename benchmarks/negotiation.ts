import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadServer } from './load.ts';
import { printTable } from './measure.ts';
import { PERENE, runCommand, startNode } from './running.ts';

const CONNECTIONS = 32;
const MILLISECONDS = 700;
const ROUNDS = 9;

/** What Chromium sends. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/**
 * Measures what negotiation costs: each address with and without an Accept header that has to be weighed. A rate is that
 * of one core: answers for each second of the processor, whatever else the machine does.
 */
export const benchmarkNegotiation = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'perene-bench-'));
  await runCommand(process.execPath, [PERENE, 'sample', 'load', '--data', folder]);
  const node = await startNode(folder);
  const base = `http://127.0.0.1:${node.port}`;
  const { items } = (await (await fetch(`${base}/api/v1/items`)).json()) as {
    readonly items: readonly { readonly repository: string }[];
  };
  const label = items[0]?.repository ?? '';
  const file = new URL((await fetch(`${base}/${label}`, { redirect: 'manual' })).headers.get('location') ?? '', base);
  const ask = (path: string, accept?: string): readonly string[] => [
    `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${accept === undefined ? '' : `accept: ${accept}\r\n`}\r\n`,
  ];
  const groups: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
    'persistent URL': {
      'no Accept': ask(`/${label}`),
      '*/*': ask(`/${label}`, '*/*'),
      'a browser': ask(`/${label}`, BROWSER),
      BibTeX: ask(`/${label}`, 'application/x-bibtex'),
    },
    file: {
      'no Accept': ask(file.pathname),
      '*/*': ask(file.pathname, '*/*'),
      'a browser': ask(file.pathname, BROWSER),
    },
    'page of an item': {
      'HTML by its address': ask(`/items/${label}`, 'text/html'),
      'a browser': ask(`/items/${label}`, BROWSER),
      'BibTeX by its address': ask(`/items/${label}/cite.bib`),
      'BibTeX by Accept': ask(`/items/${label}`, 'application/x-bibtex'),
      'JSON-LD by Accept': ask(`/items/${label}`, 'application/ld+json, */*;q=0.1'),
    },
  };
  for (const [group, candidates] of Object.entries(groups)) {
    const rates = new Map<string, number[]>(Object.keys(candidates).map((name) => [name, []]));
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [name, requests] of Object.entries(candidates)) {
        const before = node.processorSeconds();
        const { answered } = await loadServer({
          port: node.port,
          connections: CONNECTIONS,
          milliseconds: MILLISECONDS,
          requests,
          expected: group === 'persistent URL' ? 'HTTP/1.1 302' : 'HTTP/1.1 200',
        });
        // The first round warms up.
        if (round > 0) rates.get(name)?.push(answered / (node.processorSeconds() - before));
      }
    }
    const [plain = 0] = [...rates.values()].map(medianOf);
    printTable([
      [`${group}, ${CONNECTIONS} connections`, 'rate of a core', 'to the first'],
      ...[...rates].map(([name, found]) => [
        name,
        `${medianOf(found).toFixed(0)}/s`,
        (medianOf(found) / plain).toFixed(2),
      ]),
    ]);
  }
  await node.stop();
  rmSync(folder, { recursive: true });
};
