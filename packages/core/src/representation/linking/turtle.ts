import type { MetadataValue } from '../../item/metadata/metadata-json.ts';
import { escapeAddress, nameIdentifiers, readIdentifier, readRelated } from '../identifiers.ts';
import { type Agent, houseOf, onOneLine, type Reference } from '../reference.ts';

const PREFIXES = `@prefix dcat: <http://www.w3.org/ns/dcat#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix geo: <http://www.opengis.net/ont/geosparql#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix spdx: <http://spdx.org/rdf/terms#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

`;

const MAX_FILES = 1_000;

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** A literal, perhaps with its language. */
const literal = (text: string, language?: string): string =>
  `"${text.replaceAll(/\p{Cs}/gu, '\ufffd').replaceAll(/[\\"\n\r\t]/g, (character) => String(ESCAPES[character]))}"${
    language === undefined ? '' : `@${language}`
  }`;

const typed = (text: string, type: string): string => `${literal(text)}^^xsd:${type}`;

/** An IRI has no blanks, brackets, quotes, carets and the like (Turtle, section 6.5). */
const iri = (address: string): string => `<${escapeAddress(address)}>`;

type Line = readonly [predicate: string, objects: readonly string[]];

const writeLines = (lines: readonly Line[], margin: string): string =>
  lines
    .filter(([, objects]) => objects.length > 0)
    .map(([predicate, objects]) => `${margin}${predicate} ${objects.join(', ')}`)
    .join(' ;\n');

const blank = (lines: readonly Line[]): string => `[ ${writeLines(lines, '').replaceAll('\n', ' ')} ]`;

const DATE_TYPES: readonly (readonly [RegExp, string])[] = [
  [/^\d{4}$/, 'gYear'],
  [/^\d{4}-\d\d$/, 'gYearMonth'],
  [/^\d{4}-\d\d-\d\d$/, 'date'],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/, 'dateTime'],
];

const writeDate = (text: string): string => {
  const type = text.includes('/') ? undefined : DATE_TYPES.find(([form]) => form.test(text))?.[1];
  return type === undefined ? literal(text) : typed(text, type);
};

const writeAgent = ({ name, said }: Agent): string => {
  const text = name.kind === 'body' ? name.name : [name.given, name.family, name.suffix].filter(Boolean).join(' ');
  return blank([
    ['a', [name.kind === 'body' ? 'foaf:Organization' : 'foaf:Person']],
    ['foaf:name', [literal(text)]],
    ['dcterms:identifier', nameIdentifiers(said).map(({ uri }) => typed(uri, 'anyURI'))],
  ]);
};

const texts = (values: readonly MetadataValue[]): readonly string[] =>
  values.map(({ value, language }) => literal(value, language));

const writePlace = ({ value, language, box }: MetadataValue): string => {
  const [west, south, east, north] = box?.split(' ') ?? [];
  const corners = [`${west} ${south}`, `${east} ${south}`, `${east} ${north}`, `${west} ${north}`, `${west} ${south}`];
  return blank([
    ['a', ['dcterms:Location']],
    ['rdfs:label', [literal(onOneLine(value), language)]],
    ['dcat:bbox', box === undefined ? [] : [`${literal(`POLYGON((${corners.join(', ')}))`)}^^geo:wktLiteral`]],
  ]);
};

/** Relations that Dublin Core terms have words for; all others are `dcterms:relation`. */
const RELATIONS: Readonly<Record<string, string>> = {
  References: 'dcterms:references',
  Cites: 'dcterms:references',
  IsReferencedBy: 'dcterms:isReferencedBy',
  IsCitedBy: 'dcterms:isReferencedBy',
  IsPartOf: 'dcterms:isPartOf',
  HasPart: 'dcterms:hasPart',
  IsVersionOf: 'dcterms:isVersionOf',
  HasVersion: 'dcterms:hasVersion',
  IsDerivedFrom: 'dcterms:source',
  Requires: 'dcterms:requires',
  IsRequiredBy: 'dcterms:isRequiredBy',
  Obsoletes: 'dcterms:replaces',
  IsObsoletedBy: 'dcterms:isReplacedBy',
};

const writeRelations = (reference: Reference): readonly Line[] =>
  reference.all('relation').map((relation) => {
    const related = readRelated(relation, reference);
    const predicate = RELATIONS[relation.type ?? ''] ?? 'dcterms:relation';
    // Terms for relations are between things; a text alone names no thing.
    return related?.uri === undefined
      ? ['dcterms:relation', [literal(onOneLine(relation.value), relation.language)]]
      : [predicate, [iri(related.uri)]];
  });

const writeFiles = ({ description: { files = [] }, type }: Reference): readonly Line[] => [
  [
    type.kind === 'dataset' ? 'dcat:distribution' : 'dcterms:hasFormat',
    files.slice(0, MAX_FILES).map((file) =>
      blank([
        ['a', ['dcat:Distribution']],
        ['dcterms:title', [literal(file.path)]],
        ['dcat:downloadURL', [iri(file.url)]],
        ['dcat:byteSize', [typed(String(file.bytes), 'nonNegativeInteger')]],
        ['dcterms:format', [literal(file.mediaType)]],
        [
          'spdx:checksum',
          [
            blank([
              ['spdx:algorithm', ['spdx:checksumAlgorithm_sha256']],
              ['spdx:checksumValue', [typed(file.sha256, 'hexBinary')]],
            ]),
          ],
        ],
      ]),
    ),
  ],
];

/** Types of dates that Dublin Core terms have words for. */
const DATES: Readonly<Record<string, string>> = {
  Accepted: 'dcterms:dateAccepted',
  Available: 'dcterms:available',
  Copyrighted: 'dcterms:dateCopyrighted',
  Created: 'dcterms:created',
  Issued: 'dcterms:issued',
  Submitted: 'dcterms:dateSubmitted',
  Updated: 'dcterms:modified',
  Valid: 'dcterms:valid',
};

/** An item as DCAT 3 and Dublin Core terms describe it. */
export const formatTurtle = (reference: Reference): string => {
  const { all, authors, contributors, type, url, version, language, rights, description, title } = reference;
  const { labels = [], aliases = [], previousEdition, nextEdition, translations = [], copyOf } = description;
  const { created, updated } = description;
  const house = houseOf(reference);
  const addresses = (list: readonly (string | undefined)[]): readonly string[] =>
    list.filter((address) => address !== undefined).map(iri);
  const lines: readonly Line[] = [
    ['a', [type.kind === 'dataset' ? 'dcat:Dataset' : 'dcat:Resource']],
    ['dcterms:type', [`<http://purl.org/dc/dcmitype/${type.dublinCore}>`]],
    [
      'dcterms:identifier',
      [url, ...labels, ...aliases, ...all('identifier').map(({ value }) => value)].map((text) => literal(text)),
    ],
    ['dcterms:title', all('title').length === 0 ? [literal(title)] : texts(all('title'))],
    ['dcterms:alternative', texts(all('alternative'))],
    ['dcterms:creator', authors.map(writeAgent)],
    ['dcterms:contributor', contributors.map(writeAgent)],
    [
      'dcterms:publisher',
      house === ''
        ? []
        : [writeAgent({ name: { kind: 'body', name: house }, said: all('publisher')[0] ?? { value: house } })],
    ],
    ...all('date').map(({ value, type: kind = 'Issued' }): Line => [DATES[kind] ?? 'dcterms:date', [writeDate(value)]]),
    ['dcterms:dateSubmitted', created === undefined ? [] : [writeDate(created)]],
    ['dcterms:modified', updated === undefined ? [] : [writeDate(updated)]],
    ['dcterms:language', language === '' ? [] : [literal(language)]],
    ['dcterms:abstract', texts(all('abstract'))],
    ['dcterms:description', texts(all('description'))],
    ['dcat:keyword', texts(all('subject').filter(({ uri }) => uri === undefined))],
    ['dcat:theme', all('subject').flatMap(({ uri }) => (uri === undefined ? [] : [iri(uri)]))],
    ['dcat:version', version === '' ? [] : [literal(version)]],
    ['dcterms:license', rights.flatMap(({ uri }) => (uri === undefined ? [] : [iri(uri)]))],
    ['dcterms:rights', texts(rights.filter(({ uri }) => uri === undefined).map(({ said }) => said))],
    ['dcterms:spatial', all('coverage').map(writePlace)],
    [
      'foaf:fundedBy',
      all('funding').map((said) => writeAgent({ name: { kind: 'body', name: onOneLine(said.value) }, said })),
    ],
    ['dcat:previousVersion', addresses([previousEdition])],
    ['dcterms:isReplacedBy', addresses([nextEdition])],
    ['dcterms:hasVersion', addresses(translations.map((translation) => translation.url))],
    ['dcterms:isFormatOf', addresses([copyOf])],
    ['rdfs:seeAlso', addresses(aliases.map((alias) => readIdentifier(alias)?.uri))],
    ...writeRelations(reference),
    ...writeFiles(reference),
  ];
  return `${PREFIXES}${iri(url)}\n${writeLines(lines, '  ')} .\n`;
};
