import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Judge, lookAtEach, type Program } from '../judge.ts';
import { bring, SCHEMAS } from '../programs.ts';
import type { SampledNode } from '../sampled-node.ts';

/** An XML document, and the address of its published schema. */
interface Document {
  readonly address: string;
  readonly schema: string;
}

const OAI = 'http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd';

const oaiRequests = (node: SampledNode): readonly string[] => [
  'verb=Identify',
  'verb=ListSets',
  'verb=ListMetadataFormats',
  'verb=ListIdentifiers&metadataPrefix=oai_dc',
  'verb=ListRecords&metadataPrefix=oai_dc',
  'verb=ListRecords&metadataPrefix=oai_datacite',
  'verb=ListRecords&metadataPrefix=etd-ms',
  'verb=ListRecords&metadataPrefix=oai_dc&from=2100-01-01',
  'verb=Nothing',
  ...node.items.map(
    ({ repository }) =>
      `verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:${new URL(node.url).hostname}:${repository}`,
  ),
];

const documentsOf = (node: SampledNode): readonly Document[] => [
  ...node.open.flatMap((item) => [
    {
      address: node.addressOf(item, 'datacite.xml'),
      schema: 'http://schema.datacite.org/meta/kernel-4.7/metadata.xsd',
    },
    { address: node.addressOf(item, 'metadata.xml'), schema: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd' },
    ...(item.isThesis
      ? [
          {
            address: node.addressOf(item, 'etd-ms.xml'),
            schema: 'http://www.ndltd.org/standards/metadata/etdms/1.0/etdms.xsd',
          },
          { address: node.addressOf(item, 'mtd2-br.xml'), schema: 'http://oai.ibict.br/mtd2-br/mtd2-br.xsd' },
        ]
      : []),
  ]),
  ...oaiRequests(node).map((query) => ({ address: `${node.url}/oai?${query}`, schema: OAI })),
];

const FORMATS: readonly (readonly [namespace: string, schema: string])[] = [
  ['http://www.openarchives.org/OAI/2.0/', OAI],
  ['http://www.openarchives.org/OAI/2.0/oai_dc/', 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd'],
  ['http://schema.datacite.org/oai/oai-1.1/', 'http://schema.datacite.org/oai/oai-1.1/oai.xsd'],
  ['http://datacite.org/schema/kernel-4', 'http://schema.datacite.org/meta/kernel-4.7/metadata.xsd'],
  ['http://www.ndltd.org/standards/metadata/etdms/1.0/', 'http://www.ndltd.org/standards/metadata/etdms/1.0/etdms.xsd'],
];

/** A schema for answers of OAI-PMH with the records inside of them, which xmllint does not look for by itself. */
const writeSchema = (folder: string): string => {
  const file = join(folder, 'oai-with-records.xsd');
  const imports = FORMATS.filter(([, schema]) => existsSync(fileOf(schema))).map(
    ([namespace, schema]) =>
      `<import namespace="${namespace}" schemaLocation="${pathToFileURL(fileOf(schema)).href}"/>`,
  );
  writeFileSync(file, `<schema xmlns="http://www.w3.org/2001/XMLSchema">${imports.join('')}</schema>`);
  return file;
};

/** Leads the addresses of schemas to the folder that keeps them. */
const writeCatalog = (folder: string): string => {
  const file = join(folder, 'catalog.xml');
  const kept = pathToFileURL(`${SCHEMAS}/`).href;
  const rules = ['http://', 'https://'].map(
    (start) => `<rewriteURI uriStartString="${start}" rewritePrefix="${kept}"/>`,
  );
  writeFileSync(
    file,
    `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">${rules.join('')}${rules
      .join('')
      .replaceAll('rewriteURI uri', 'rewriteSystem systemId')}</catalog>`,
  );
  return pathToFileURL(file).href;
};

const fileOf = (schema: string): string => join(SCHEMAS, schema.replace(/^https?:\/\//, ''));

const complaintsOf = async (
  program: Program,
  schema: string,
  { input, catalog }: { readonly input: string; readonly catalog: string },
): Promise<readonly string[]> => {
  const { status, stderr } = await program.run(
    [`XML_CATALOG_FILES=${catalog}`, program.pathOf('xmllint'), '--nonet', '--noout', '--schema', schema, '-'],
    { input, program: 'env' },
  );
  return status === 0 ? [] : stderr.split('\n').filter((line) => line !== '' && !/ fails to validate$/.test(line));
};

const xmllint: Judge = {
  name: 'xmllint',
  source: { debian: 'libxml2-utils', program: 'xmllint' },
  about: 'DataCite 4.7, Dublin Core, ETD-MS and answers of OAI-PMH are valid by copies of their schemas',
  async judge(node, program) {
    const catalog = writeCatalog(node.folder);
    const withRecords = writeSchema(node.folder);
    const documents = documentsOf(node);
    const judged = documents.filter(({ schema }) => existsSync(fileOf(schema)));
    const missing = new Set(documents.filter((one) => !judged.includes(one)).map(({ schema }) => schema));
    const verdict = await lookAtEach(judged, {
      unit: 'documents',
      name: ({ address }) => address,
      look: async ({ address, schema }) =>
        complaintsOf(program, schema === OAI ? withRecords : fileOf(schema), {
          input: await node.read(address),
          catalog,
        }),
    });
    return missing.size === 0 ? verdict : { ...verdict, note: `not here: ${[...missing].join(', ')}` };
  },
};

const MAX_SITEMAPS = 100;

/** Reads an index and the files that it names. */
const sitemapsOf = async (node: SampledNode): Promise<readonly string[]> => {
  const index = await node.read(`${node.url}/sitemap.xml`);
  const named = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
  return Promise.all(named.slice(0, MAX_SITEMAPS).map((address) => node.read(address)));
};

const sitemap: Judge = {
  name: 'sitemap',
  source: { npm: 'sitemap', version: '9.0.1' },
  about: 'the files of the sitemap are valid by the schema of sitemaps.org, and name every open item',
  async judge(node, { folder = '' }) {
    const program = await bring(xmllint.source);
    const schema = join(folder, 'node_modules/sitemap/schema/sitemap.xsd');
    const catalog = writeCatalog(node.folder);
    const files = await sitemapsOf(node);
    const valid = await lookAtEach([...files.entries()], {
      unit: 'files',
      name: ([index]) => `file ${index}`,
      look: ([, input]) => complaintsOf(program, schema, { input, catalog }),
    });
    const missing = node.open.filter(
      (item) =>
        item.isOriginal && !files.some((file) => item.labels.some((label) => file.includes(`/items/${label}<`))),
    );
    return { ...valid, problems: [...valid.problems, ...missing.map((item) => `no ${item.repository}`)] };
  },
};

interface FeedReader extends NodeJS.WritableStream {
  readonly meta: { readonly title: string | null };
  read(): { readonly title: string | null; readonly link: string | null; readonly date: Date | null } | null;
}

const feedparser: Judge = {
  name: 'feedparser',
  source: { npm: 'feedparser', version: '2.6.0' },
  about: 'the entries of the Atom feed have titles, addresses and dates',
  async judge(node, program) {
    const { default: FeedParser } = await program.load<{ default: new (options: object) => FeedReader }>('feedparser');
    const reader = new FeedParser({ normalize: true });
    const entries: { title: string | null; link: string | null; date: Date | null }[] = [];
    const done = new Promise<void>((resolve, reject) => {
      reader.on('error', reject);
      reader.on('readable', () => {
        for (let entry = reader.read(); entry !== null; entry = reader.read()) entries.push(entry);
      });
      reader.on('end', resolve);
    });
    reader.end(await node.read(`${node.url}/feed.atom`));
    await done;
    if (entries.length === 0) throw new Error('the feed has no entry');
    return lookAtEach(entries, {
      unit: 'entries',
      name: ({ link }) => String(link),
      look: ({ title, link, date }) =>
        [title || 'no title', link || 'no address', date ?? 'no date'].filter(
          (found): found is string => typeof found === 'string' && found.startsWith('no '),
        ),
    });
  },
};

export const DOCUMENTS: readonly Judge[] = [xmllint, sitemap, feedparser];
