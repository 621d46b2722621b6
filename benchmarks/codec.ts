import {
  createSequence,
  ibipSuffix,
  parseIbi,
  parseIbip,
  parsePersistentTarget,
  parseRepositoryName,
  parseTemplate,
  repositorySuffix,
} from '@perene/core';
import { type Contender, compare, formatRate, printTable } from './measure.ts';

const REPOSITORY = 'sid.inpe.br/mtc-m18@80/2009/02.16.17.46.51';
const IBIP = '8JMKD3MGP3W34R/3UGHFGH';
const IBIP_V6 = '7URMDHLL9SSN2D89MXJD/E56U9CW7';
const TARGET = `/${IBIP}!+(pt-BR):(oai_dc)/doc/a%20b.pdf?ibiurl.requireditemstatus=Original&page=2`;
const PLAIN_TARGET = `/${REPOSITORY}`;
const DATE = { seconds: 1_234_806_411, fraction: '' };

/** Mints the next random identifier of a large namespace, which begins anew when it is used up. */
const createMint = (): (() => unknown) => {
  const template = parseTemplate('f5.reedeedk');
  if (!template.ok || template.value.kind !== 'minting') throw new Error('f5.reedeedk');
  const options = { template: template.value, naan: '13030', wraps: true };
  const sequence = createSequence(options);
  return () => sequence.next();
};

const CONTENDERS: readonly (Contender & { readonly bar?: number })[] = [
  { name: 'parse a repository name', run: () => parseRepositoryName(REPOSITORY), bar: 500_000 },
  { name: 'parse an IBIp (IPv4)', run: () => parseIbip(IBIP), bar: 500_000 },
  { name: 'parse an IBIp (IPv6, fraction)', run: () => parseIbip(IBIP_V6) },
  { name: 'parse either form', run: () => parseIbi(IBIP) },
  { name: 'parse a plain persistent URL', run: () => parsePersistentTarget(PLAIN_TARGET) },
  { name: 'parse one with everything', run: () => parsePersistentTarget(TARGET) },
  { name: 'format a repository name', run: () => `sid.inpe.br/mtc-m18/${repositorySuffix(DATE)}` },
  { name: 'format an IBIp', run: () => ibipSuffix(DATE) },
  { name: 'next random noid of f5.reedeedk', run: createMint(), bar: 1_000_000 },
];

const JSON_LABEL = JSON.stringify(REPOSITORY);
const PEERS: readonly Contender[] = [
  { name: 'JSON.parse of the label', run: () => JSON.parse(JSON_LABEL) },
  { name: 'crypto.randomUUID()', run: () => crypto.randomUUID() },
];

/** Measures grammars and algorithms of core on one processor. */
export const benchmarkCodec = (): void => {
  const results = compare([...PEERS, ...CONTENDERS]);
  const [json, uuid] = results.map(({ perSecond }) => perSecond);
  printTable([
    ['codec', 'rate', 'to JSON.parse', 'to randomUUID', 'bar'],
    ...results.map(({ name, perSecond }, index) => {
      const bar = CONTENDERS[index - PEERS.length]?.bar;
      return [
        name,
        formatRate(perSecond),
        (perSecond / (json ?? 1)).toFixed(2),
        (perSecond / (uuid ?? 1)).toFixed(2),
        bar === undefined ? '' : `${formatRate(bar)} ${perSecond >= bar ? 'met' : 'MISSED'}`,
      ];
    }),
  ]);
};
