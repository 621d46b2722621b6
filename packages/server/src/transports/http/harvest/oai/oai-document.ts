import type { HarvestedItem } from '../../../../services/archive/harvest/harvest-items.ts';
import { describeItem } from '../../../../services/archive/items/describe-item.ts';
import { stampOf } from '../stamp.ts';
import { documentOf, element, written, type Xml } from '../xml.ts';
import { formatOf, METADATA_FORMATS, type MetadataPrefix } from './oai-formats.ts';
import type { OaiError } from './oai-request.ts';
import { nameOfSet, type OaiSet, setsOf, specOf } from './oai-sets.ts';

const NAMESPACE = 'http://www.openarchives.org/OAI/2.0/';
const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';
/** The answer to a request; `given` are its arguments, which are not repeated if they were wrong. */
export const writeOaiDocument = (
  { baseUrl, at, given }: { readonly baseUrl: string; readonly at: string; readonly given: Record<string, string> },
  content: Xml,
): string =>
  documentOf(
    element(
      'OAI-PMH',
      {
        xmlns: NAMESPACE,
        'xmlns:xsi': INSTANCE,
        'xsi:schemaLocation': `${NAMESPACE} ${NAMESPACE}OAI-PMH.xsd`,
      },
      element('responseDate', {}, at),
      element('request', given, baseUrl),
      content,
    ),
  );

export const writeError = ({ code, message }: OaiError): Xml => element('error', { code }, message);

const OAI_IDENTIFIER = `${NAMESPACE}oai-identifier`;
/** The schema of oai-identifier takes no other hosts. */
const DOMAIN = /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$/i;

/** Who the repository is. Deletions are persistent: tombstones stay for ever. */
export const writeIdentify = ({
  name,
  baseUrl,
  email,
  earliest,
  namespace,
}: {
  readonly name: string;
  readonly baseUrl: string;
  readonly email: string;
  readonly earliest: string;
  /** The second part of identifiers. */
  readonly namespace: string;
}): Xml =>
  element(
    'Identify',
    {},
    element('repositoryName', {}, name),
    element('baseURL', {}, baseUrl),
    element('protocolVersion', {}, '2.0'),
    element('adminEmail', {}, email),
    element('earliestDatestamp', {}, earliest),
    element('deletedRecord', {}, 'persistent'),
    element('granularity', {}, 'YYYY-MM-DDThh:mm:ssZ'),
    element('compression', {}, 'gzip'),
    DOMAIN.test(namespace)
      ? element(
          'description',
          {},
          element(
            'oai-identifier',
            { xmlns: OAI_IDENTIFIER, 'xsi:schemaLocation': `${OAI_IDENTIFIER} ${OAI_IDENTIFIER}.xsd` },
            element('scheme', {}, 'oai'),
            element('repositoryIdentifier', {}, namespace),
            element('delimiter', {}, ':'),
            element('sampleIdentifier', {}, `oai:${namespace}:sid.inpe.br/mtc-m18@80/2009/02.16.17.46`),
          ),
        )
      : undefined,
  );

export const writeSets = (sets: readonly OaiSet[]): Xml =>
  element(
    'ListSets',
    {},
    sets.map((set) => element('set', {}, element('setSpec', {}, specOf(set)), element('setName', {}, nameOfSet(set)))),
  );

export const writeFormats = (prefixes: readonly MetadataPrefix[]): Xml =>
  element(
    'ListMetadataFormats',
    {},
    prefixes.map((prefix) =>
      element(
        'metadataFormat',
        {},
        element('metadataPrefix', {}, prefix),
        element('schema', {}, METADATA_FORMATS[prefix].schema),
        element('metadataNamespace', {}, METADATA_FORMATS[prefix].namespace),
      ),
    ),
  );

interface Named {
  /** Gives the identifier of a record. */
  readonly identify: (repository: string) => string;
  /** The beginning of the addresses of files. */
  readonly publicUrl: string;
}

export const writeHeader = (record: HarvestedItem, { identify }: Named): Xml =>
  element(
    'header',
    { status: record.isShown ? undefined : 'deleted' },
    element('identifier', {}, identify(record.repository)),
    element('datestamp', {}, stampOf(record.at)),
    setsOf(record).map((set) => element('setSpec', {}, specOf(set))),
  );

export const writeRecord = (record: HarvestedItem, prefix: MetadataPrefix, naming: Named): Xml =>
  element(
    'record',
    {},
    writeHeader(record, naming),
    record.item &&
      element('metadata', {}, written(formatOf(prefix).write(describeItem(record.item, naming.publicUrl)))),
  );

/** An empty token ends a list that had one before. */
export const writeTokenElement = ({
  token,
  cursor,
  size,
}: {
  readonly token: string | undefined;
  readonly cursor: number;
  readonly size: number | undefined;
}): Xml =>
  element(
    'resumptionToken',
    { completeListSize: size === undefined ? undefined : String(size), cursor: String(cursor) },
    token,
  );
