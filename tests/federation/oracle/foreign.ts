import { type ArchiveTruth, type Holding, isAlive, type World, wordsOf } from './truth.ts';

/** Answers like an Archive of another program: RTC-11 Algorithms 1 and 2, as somebody else may have written them. */
export interface AskedForUrl {
  /** The repository name of the item, whichever form was asked for. */
  readonly label: string;
  readonly asked: string;
  readonly path: string | undefined;
  readonly verbs: readonly string[];
}

/** Returns undefined for other messages. */
export const readUrlRequest = (world: World, query: string): AskedForUrl | undefined => {
  const pairs = new URLSearchParams(query);
  if (pairs.get('servicesubject') !== 'urlRequest') return undefined;
  const asked = pairs.get('parsedibiurl.ibi') ?? '';
  const item = [...world.items.values()].find(({ ibip }) => ibip === asked);
  return {
    asked,
    label: item?.label ?? asked,
    path: pairs.get('parsedibiurl.filepath')?.replace(/^\//, ''),
    verbs: (pairs.get('parsedibiurl.verblist') ?? '').split(' ').filter((verb) => verb !== ''),
  };
};

/** An item in relation to the one asked for. */
interface Related {
  readonly relation: string;
  readonly label: string;
}

export const answerUrlRequest = (world: World, archive: ArchiveTruth, asked: AskedForUrl): string => {
  const { label } = asked;
  const holding = archive.holdings.get(label);
  const spoiled = archive.spoiled.get(label);
  if (spoiled === 'garbage') return '<html>Moved {somewhere';
  if (spoiled === 'other item') return lie(archive, 'example.org/another/1999/09.09.09.09', archive.service);
  if (spoiled === 'other archive') return lie(archive, label, 'example.org/another/1999/09.09.09.09');
  if (holding === undefined) return '';
  const head = [
    `archiveaddress ${archive.address}`,
    `ibi ${formsOf(world, archive, asked)}`,
    `ibi.archiveservice {rep ${archive.service}}`,
    'ibi.platformsoftware {}',
  ];
  if (holding.state === 'deleted') return [...head, 'state Deleted', 'timestamp 2020-01-01T00:00:00Z'].join('\r\n');
  const next = nextToTell(archive, label);
  const related = relationsOf(archive, label).flatMap((one) => pairsOf(archive, one, asked));
  const kept = archive.filters ? related.filter((pair) => isAskedFor(pair, asked.verbs, archive)) : related;
  const tellsNext = next !== undefined && (!archive.filters || asked.verbs.includes('GetLastEdition'));
  const pairs = [
    ...head,
    ...(tellsNext ? [`ibi.nextedition {rep ${next}}`] : []),
    ...kept,
    'urlkey 1234567890-1234567890',
  ];
  const odd = ODD_PAIRS[archive.odd.get(label) ?? ''];
  return pairs.map((pair) => (odd?.[0].test(pair) ? pair.replace(/ .*/, ` ${odd[1]}`) : pair)).join('\r\n');
};

/** The pairs that become unreadable, and what stands in their place. */
const ODD_PAIRS: Readonly<Record<string, readonly [RegExp, string]>> = {
  'odd timestamp': [/^timestamp/, 'lately'],
  'odd url': [/^url /, 'ftp://a.example.org/main.pdf'],
  'odd state': [/^state /, 'Authentic'],
  'odd next': [/^ibi\.nextedition /, '{rep somewhere}'],
};

const lie = ({ address }: ArchiveTruth, label: string, service: string): string =>
  [
    `archiveaddress ${address}`,
    'contenttype Data',
    `ibi {rep ${label}}`,
    `ibi.archiveservice {rep ${service}}`,
    'ibi.platformsoftware {}',
    'state Original',
    'timestamp 2020-01-01T00:00:00Z',
    `url http://${address}/col/${label}/doc/lie.pdf`,
    'urlkey 1234567890-1234567890',
  ].join('\r\n');

const formsOf = (world: World, { forms = 'rep' }: ArchiveTruth, { label, asked }: AskedForUrl): string => {
  const ibip = [...world.items.values()].find((item) => item.label === label)?.ibip;
  if (ibip === undefined || forms === 'rep') return `{rep ${label}}`;
  if (forms === 'both') return `{rep ${label} ibip ${ibip}}`;
  return asked === label ? `{ibip ${ibip}}` : `{rep ${label}}`;
};

/** Returns the next edition that is not known to be removed. */
const nextToTell = (archive: ArchiveTruth, label: string): string | undefined => {
  let next = wordsOf(archive, label).next;
  for (let steps = 0; next !== undefined && steps < 100; steps += 1) {
    if (archive.holdings.get(next)?.state !== 'deleted') return next;
    next = archive.editions.get(next);
  }
  return undefined;
};

/** Returns the end of the chain, if the chain stays in this Archive. */
const lastHere = (archive: ArchiveTruth, label: string): string | undefined => {
  let last = label;
  for (let steps = 0; steps < 100; steps += 1) {
    const next = nextToTell(archive, last);
    if (next === undefined) return last;
    if (!isAlive(archive.holdings.get(next))) return undefined;
    last = next;
  }
  return undefined;
};

const relationsOf = (archive: ArchiveTruth, label: string): readonly Related[] => {
  const itself = { relation: '', label };
  const isHere = (one: Related): boolean => isAlive(archive.holdings.get(one.label));
  if (archive.kind === 'minimal' || archive.holdings.get(label)?.content === 'service') return [itself];
  const lastOf = ({ relation, label: of }: Related): readonly Related[] => {
    const last = lastHere(archive, of);
    return last === undefined ? [] : [{ relation: `${relation}.lastedition`, label: last }];
  };
  const translationsOf = ({ relation, label: of }: Related): readonly Related[] =>
    wordsOf(archive, of).family.flatMap(({ label: other, language }, index, family) => {
      if (archive.holdings.get(other)?.state === 'deleted' || (language === undefined && other !== of)) return [];
      // Two translations into one language may have come together from elsewhere; then the first is told.
      if (family.findIndex((one) => one.language === language) < index) return [];
      return [{ relation: `${relation}.translation${language === undefined ? '' : `(${language})`}`, label: other }];
    });
  const metadataOf = ({ relation, label: of }: Related): readonly Related[] => {
    const metadata = archive.holdings.get(of)?.metadata;
    if (metadata === undefined || !archive.holdings.has(metadata)) return [];
    return ['.metadata', '.metadata(oai_dc)'].map((step) => ({ relation: relation + step, label: metadata }));
  };
  const last = lastOf(itself);
  const translated = translationsOf(itself);
  if (archive.isTerse) return [itself, ...last, ...translated, ...metadataOf(itself)];
  const items = [
    itself,
    ...last,
    ...translated,
    ...last.filter(isHere).flatMap(translationsOf),
    ...translated.filter(isHere).flatMap(lastOf),
  ];
  const described = items.filter(isHere).flatMap(metadataOf);
  return [...items, ...described, ...described.flatMap(translationsOf)];
};

const pairsOf = (archive: ArchiveTruth, { relation, label }: Related, asked: AskedForUrl): readonly string[] => {
  const ibi = relation === '' ? [] : [`ibi${relation} {rep ${label}}`];
  const holding = archive.holdings.get(label);
  const url = holding === undefined ? undefined : urlOf(archive, { relation, label }, holding, asked);
  if (holding === undefined || url === undefined) return ibi;
  return [
    ...ibi,
    `contenttype${relation} ${holding.content === 'metadata' ? 'Metadata' : 'Data'}`,
    `state${relation} ${holding.state === 'original' ? 'Original' : 'Copy'}`,
    `timestamp${relation} 2020-01-01T00:00:00Z`,
    `url${relation} ${url}`,
  ];
};

const urlOf = (
  { address }: ArchiveTruth,
  { relation, label }: Related,
  { content, files }: Holding,
  { path, verbs }: AskedForUrl,
): string | undefined => {
  const folder = `http://${address}/col/${label}/doc/`;
  const isOfFile = path !== undefined && !verbs.includes('GetFileList');
  if (content === 'service') return isOfFile ? undefined : `http://${address}/${label}`;
  if (verbs.includes('GetFileList')) return folder;
  if (path !== undefined) return files.includes(path) ? folder + path : undefined;
  return folder + files[0] + (content === 'metadata' && relation.includes('(oai_dc)') ? '?choice=oai_dc' : '');
};

const RELATIONS: Readonly<Record<string, string>> = {
  GetLastEdition: '.lastedition',
  GetTranslation: '.translation',
  GetMetadata: '.metadata',
};

/** Whether the verbs ask for the pair, in any language if they name none, or for an item that leads there. */
const isAskedFor = (pair: string, verbs: readonly string[], { isTerse }: ArchiveTruth): boolean => {
  const name = pair.slice(0, pair.indexOf(' '));
  const relation = name.includes('.') ? name.slice(name.indexOf('.')) : '';
  const patterns = verbs
    .filter((verb) => verb !== 'GetFileList')
    .map((verb) => {
      const [, kind = '', given] = /^(\w+?)(?:\((.*)\))?$/.exec(verb) ?? [];
      const step = `\\${RELATIONS[kind]}`;
      if (given !== undefined) return `${step}\\(${given}\\)`;
      return kind === 'GetTranslation' ? `${step}(?:\\([^)]*\\))?` : step;
    });
  const leadsThere =
    name.startsWith('ibi.') && !isTerse ? patterns.map((_, length) => patterns.slice(0, length).join('')) : [];
  return [...leadsThere, patterns.join('')].some((pattern) => new RegExp(`^${pattern}$`).test(relation));
};
