import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ports, startNetwork } from './network.ts';
import { ARCHIVES, atlasLabel, LABELS, SEEDS } from './seeds.ts';
import { createSourceProgram } from './source-program.ts';

const FOLDER = fileURLToPath(new URL('../../dev-data/', import.meta.url));
const PORTS: Ports = { resolver: 8080, north: 8081, south: 8082, west: 8083 };

const ATLAS = atlasLabel('apart', 'first');

/** Persistent URLs to try, and what each shows. */
const TO_TRY: readonly (readonly [target: string, what: string])[] = [
  [ATLAS, 'an atlas, at north'],
  [`${ATLAS}!`, 'its last edition, at south'],
  [`${ATLAS}!+(pt)`, 'that in Portuguese, at north again'],
  [`${ATLAS}+`, 'the atlas in your language'],
  [`${ATLAS}+(fr)`, 'a translation that does not exist (404)'],
  [`${ATLAS}:`, 'what is said of it'],
  [`${ATLAS}:(oai_dc)`, 'the same as Dublin Core'],
  [`${ATLAS}:+(pt)`, 'the same in Portuguese, at south'],
  [`${LABELS.datasetIbip}?ibiurl.verblist=GetFileList`, 'the files of a dataset, at west'],
  [`${LABELS.datasetIbip}/data/cover.csv`, 'one of them'],
  [LABELS.copied, 'a report, at north or its copy at west'],
  [`${LABELS.copied}?ibiurl.requireditemstatus=Original`, 'the original, at north'],
  [LABELS.removed, 'what was removed (410)'],
  [LABELS.removedWithCopy, 'what was removed, and lives on at south'],
  [`${LABELS.disputed}?ibiurl.requireditemstatus=Original`, 'an original that two claim (409)'],
  ['example.org/nothing/2020/01.01.00.00', 'what nobody knows (404)'],
];

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const printRows = (rows: readonly (readonly [string, string])[]): void => {
  const width = Math.max(...rows.map(([first]) => first.length));
  for (const [first, second] of rows) print(`  ${first.padEnd(width)}  ${second}`);
};

// Ctrl-C may come while nodes are starting.
const interrupted = new Promise<void>((resolve) => {
  process.on('SIGINT', resolve);
  process.on('SIGTERM', resolve);
});

print('Starting a resolver and three Archives ...');
const program = createSourceProgram((folder, line) => {
  if (line.trim() !== '' && isOpen) print(`${basename(folder).padEnd(8)} ${line}`);
});
let isOpen = false;
const network = await startNetwork(program, { folder: FOLDER, ports: PORTS, seeds: SEEDS });
isOpen = true;
print('');
printRows([
  ['resolver', `${network.resolver.url}   key: ${network.resolver.key}`],
  ...ARCHIVES.map((name): [string, string] => [
    name,
    `${network.archives[name].url}   key: ${network.archives[name].key}`,
  ]),
]);
print('\nPersistent URLs to try:');
printRows(TO_TRY.map(([target, what]) => [`${network.resolver.url}/${target}`, what]));
print('\nNodes start again when a source changes. Data is in dev-data/. Stop with Ctrl-C.');
await interrupted;
print('\nStopping ...');
isOpen = false;
await network.stop();
