import type { Chance } from '../fixtures/chance.ts';
import { anyText, escapeText, mutate } from './texts.ts';
import { RESOLVER_SERVICE, type World } from './world.ts';

type MakeTarget = (chance: Chance, world: World) => string;

const MODIFIERS = ['', '', ':', '!', '+', '!+:+', '+(pt)', ':(oai_dc)', '!:', '+!', '%21%3A'];
const PARTS = [
  '',
  '',
  '/metadata',
  '/metadata.json',
  '/metadata.xml',
  '/cite',
  '/cite.bib',
  '/cite.json',
  '/files',
  '/qr.svg',
  '/statistics',
  '/claims',
  '/linkset',
];
const QUERIES = [
  '',
  '',
  '?',
  '??',
  '?info',
  '?lang=pt',
  '?ibiurl.verblist=GetMetadata+GetTranslation',
  '?ibiurl.requireditemstatus=Original',
  '?ibiurl.metadataformat=oai_dc&ibiurl.language=pt',
  '?download',
];
const SUBJECTS = [
  'urlRequest',
  'urlAcknowledgment',
  'inclusionRequest',
  'exclusionRequest',
  'inclusionConfirmation',
  'digestRequest',
  'leaseRequest',
  'leaseAnnouncement',
  'linkProposal',
  'linkConfirmation',
  'aliasRequest',
  'statementRequest',
  'logHead',
  'logProof',
  'logConsistency',
  'logEntries',
  'logSubmission',
  'transferConfirmation',
];
const MESSAGE_PARAMETERS = [
  'clientinformation.ipaddress',
  'parsedibiurl.ibi',
  'parsedibiurl.verblist',
  'parsedibiurl.filepath',
  'parsedibiurl.language',
  'archiveserviceibi',
  'archiveaddress',
  'archiveip',
  'registrationkey',
  'url',
  'urlkey',
  'url.persistent',
  'ibi',
  'state',
  'contenttype',
  'version',
  'since',
  'index',
  'size',
  'from',
  'to',
  'count',
  'key',
  'head',
  'alias',
  'hash',
];
const NOID_COMMANDS = [
  'mint 1',
  'mint 3',
  'get',
  'fetch',
  'validate',
  'bind set',
  'bind append',
  'bind delete',
  'hold set',
  'queue now',
  'peppermint',
  'note',
  'hello',
  'help',
  'dbinfo',
  'dbinfo brief',
  'bind :- -',
];
const DOCUMENTS = ['', '/', '/tutorial.html', '/tutorial', '/operating.pt.html', '/images/x.png', '/search.json'];

const label: MakeTarget = (chance, world) => anyText(chance, [...world.labels, world.service, RESOLVER_SERVICE]);
const maybeEscaped = (chance: Chance, text: string): string => (chance.is(0.5) ? escapeText(text) : text);
const search = (chance: Chance, names: readonly string[], likely: readonly string[]): string =>
  Array.from(
    { length: chance.below(4) },
    () => `${anyText(chance, names)}=${maybeEscaped(chance, anyText(chance, likely))}`,
  ).join('&');

const persistentUrl: MakeTarget = (chance, world) =>
  `/${label(chance, world)}${chance.pick(MODIFIERS)}${chance.is(0.2) ? `/${anyText(chance, world.files)}` : ''}${chance.pick(QUERIES)}`;

const message: MakeTarget = (chance, world) => {
  const service = chance.is(0.5) ? world.service : RESOLVER_SERVICE;
  const likely = [...world.labels, world.service, '127.0.0.1', '1', '0', 'none'];
  return `/${service}?servicesubject=${anyText(chance, SUBJECTS)}&parsedibiurl.ibi=${maybeEscaped(chance, label(chance, world))}&clientinformation.ipaddress=127.0.0.1&${search(chance, MESSAGE_PARAMETERS, likely)}`;
};

const noid: MakeTarget = (chance, world) => {
  const words = [
    chance.pick(NOID_COMMANDS),
    ...Array.from({ length: chance.below(4) }, () => anyText(chance, [...world.ids, 'where', '_t', 'here'])),
  ];
  return `/nd/noidu_${anyText(chance, [world.minter])}?${escapeText(words.join(' ')).replaceAll('%20', '+')}`;
};

const OAI_VERBS = ['Identify', 'ListSets', 'ListMetadataFormats', 'GetRecord', 'ListRecords', 'ListIdentifiers'];
const OAI_ARGUMENTS = ['metadataPrefix', 'identifier', 'set', 'from', 'until', 'resumptionToken', 'verb'];
const OAI_VALUES = ['oai_dc', 'type:document', 'language:pt', '2026-01-01', '2026-01-01T00:00:00Z', 'WzEsIm9haV9kYyJd'];

const oai: MakeTarget = (chance, world) =>
  `/oai?verb=${anyText(chance, OAI_VERBS)}&metadataPrefix=oai_dc&${search(chance, OAI_ARGUMENTS, [
    ...OAI_VALUES,
    ...world.labels.map((text) => `oai:localhost:${text}`),
  ])}`;

const file: MakeTarget = (chance) => anyText(chance, ['0.xml', '1.xml', '999999999.xml']);

/** Every route that is not an operation of the API, by the pattern of the router, and what is asked there. */
export const ROUTES: Readonly<Record<string, MakeTarget>> = {
  '/': (chance, world) => `/?${search(chance, ['q', 'lang'], world.labels)}`,
  '/perene.css': () => '/perene.css',
  '/look.css': () => '/look.css',
  '/perene.js': () => '/perene.js',
  '/site/:page': (chance) => `/site/${anyText(chance, ['about', 'privacy', 'logo'])}`,
  '/site/logo': () => '/site/logo',
  '/fonts/:file': (chance) => `/fonts/${anyText(chance, ['inter-5.3.0.woff2'])}`,
  '/health': () => '/health',
  '/ready': () => '/ready',
  '/metrics': () => '/metrics',
  '/docs': () => '/docs',
  '/docs/': () => '/docs/',
  '/docs/*': (chance) => `/docs/${anyText(chance, DOCUMENTS)}`,
  '/console': () => '/console',
  '/console/*': (chance) => `/console/${anyText(chance, ['items', 'assets/x.js', '../index.html'])}`,
  '/*': (chance, world) => `/${anyText(chance, world.files)}${chance.pick(QUERIES)}`,
  '/col/*': (chance, world) => `/col/${maybeEscaped(chance, label(chance, world))}/doc/${anyText(chance, world.files)}`,
  '/old-address': (chance, world) =>
    `/${chance.pick(['displaydoccontent', 'attachment'])}.cgi/${label(chance, world)}/doc/${anyText(chance, world.files)}${chance.pick(QUERIES)}`,
  '/search': (chance, world) =>
    `/search?${search(chance, ['q', 'q', 'cursor', 'lang'], ['cover', 'cov*', '"cover 1"', ...world.labels])}`,
  '/items': (chance) => `/items?${search(chance, ['cursor', 'lang'], ['1', 'pt'])}`,
  '/items/*': (chance, world) =>
    `/items/${maybeEscaped(chance, label(chance, world))}${anyText(chance, PARTS)}${chance.pick(QUERIES)}`,
  '/api/openapi.json': () => '/api/openapi.json',
  '/api/docs': () => '/api/docs',
  '/ark': (chance, world) =>
    `/ark:${chance.pick(['', '/'])}${anyText(chance, world.ids)}${chance.pick(['', '', '/x', '.y'])}${chance.pick(QUERIES)}`,
  '/timemap/*': (chance, world) =>
    `/timemap/${chance.pick(['ark:', 'ark:/', ''])}${anyText(chance, world.ids)}${chance.pick(['', '?page=2', '?page=999999999', '/x'])}`,
  '/memento/*': (chance, world) =>
    `/memento/${chance.pick(['20261118020000', '20269999999999', '2026', ''])}/${chance.pick(['ark:', 'ark:/', ''])}${anyText(chance, world.ids)}`,
  '/nd/noidu_:minter': noid,
  '/id/*': (chance, world) =>
    `/id/${chance.pick(['ark:/', 'ark:', 'doi:', ''])}${anyText(chance, world.ids)}${chance.pick(['', '?prefix_match=yes', '?update_if_exists=yes'])}`,
  '/shoulder/*': (chance) => `/shoulder/${anyText(chance, ['ark:/12345/x', 'ark:/99999/fk4', 'doi:10.5072/FK2'])}`,
  '/api/handles/*': (chance, world) =>
    `/api/handles/${chance.pick(['', '0.NA/'])}${anyText(chance, world.ids)}${chance.pick(['', '?index=1', '?index=x', '?overwrite=false', '?mintNewSuffix=true', '?type=URL'])}`,
  '/api/handles': (chance) =>
    `/api/handles?prefix=${anyText(chance, ['12345', ''])}&page=${chance.pick(['0', '9', 'x'])}`,
  '/hrls/handles': (chance) => `/hrls/handles?URL=${anyText(chance, ['https://example.org/1', '*'])}`,
  '/hrls/handles/': (chance) => `/hrls/handles/?CHECKSUM=${anyText(chance, ['1', '*'])}`,
  '/hdl/': (chance, world) =>
    `/hdl${chance.pick(['/', ':'])}${anyText(chance, world.ids)}${chance.pick(['', '?noredirect', '?type=URL', '?locatt=country:br', '?urlappend=/x'])}`,
  '/doi/*': (chance) =>
    `/doi/${anyText(chance, ['10.1234/abc', '10.5072/FK2', '10.1'])}${chance.pick(['', '?info', '!'])}`,
  '/purl/*': (chance) => `/purl/${anyText(chance, ['obo/a', 'theses/x', 'none/'])}${chance.pick(['', '?a=b', '/b/c'])}`,
  '/login': () => '/login',
  '/logout': () => '/logout',
  '/status': (chance) => `/status${chance.pick(['', '?subsystems=*'])}`,
  '/version': () => '/version',
  '/oai': oai,
  '/sitemap.xml': () => '/sitemap.xml',
  '/collections': () => '/collections',
  '/review/:token': (chance) => `/review/${anyText(chance, ['A'.repeat(43), 'x'])}`,
  '/review/:token/files/:file': (chance) =>
    `/review/${'A'.repeat(43)}/files/${anyText(chance, ['0a1b2c3d4e5f6071', '..'])}`,
  '/collections/:name': (chance) => `/collections/${anyText(chance, ['maps', 'none'])}`,
  '/thumbnails/:size/*': (chance, world) =>
    `/thumbnails/${anyText(chance, ['small', 'large'])}/${anyText(chance, world.labels)}${chance.pick(['', '?v=x'])}`,
  '/sitemaps/:file': (chance, world) => `/sitemaps/${file(chance, world)}`,
  '/feed.atom': () => '/feed.atom',
  '/dumps': () => '/dumps',
  '/dumps/:name': (chance) => `/dumps/${anyText(chance, ['items-2026-11-17T22-36-00.jsonl.zst', 'x.json'])}`,
  '/robots.txt': () => '/robots.txt',
  '/opensearch.xml': () => '/opensearch.xml',
  '/.well-known/api-catalog': () => '/.well-known/api-catalog',
  '/.well-known/resourcesync': () => '/.well-known/resourcesync',
  '/resourcesync/capabilitylist.xml': () => '/resourcesync/capabilitylist.xml',
  '/resourcesync/resourcelist.xml': () => '/resourcesync/resourcelist.xml',
  '/resourcesync/resourcelist/:file': (chance, world) => `/resourcesync/resourcelist/${file(chance, world)}`,
  '/resourcesync/changelist.xml': () => '/resourcesync/changelist.xml',
  '/resourcesync/changelist/:file': (chance, world) => `/resourcesync/changelist/${file(chance, world)}`,
};

/** Addresses that are answered before the router, and any others. */
const OTHERS: readonly MakeTarget[] = [
  persistentUrl,
  persistentUrl,
  message,
  message,
  noid,
  (chance, world) => `/${anyText(chance, [...world.labels, ...world.ids])}`,
  (chance, world) => mutate(chance, chance.pick(Object.values(ROUTES))(chance, world)),
];

export const routeTarget: MakeTarget = (chance, world) =>
  chance.pick(chance.is(0.5) ? OTHERS : Object.values(ROUTES))(chance, world);
