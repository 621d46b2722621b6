import type { MetadataValue } from '../../item/metadata/metadata-json.ts';
import { houseOf, onOneLine, type Reference, rightsAddresses } from '../reference.ts';
import { parentElement, textElement, writeXml, type Xml } from '../writing/xml.ts';
import { UNKNOWN } from './datacite.ts';
import { ACCESS_RIGHTS } from './oai-dc.ts';

export const ETD_MS_SCHEMA = 'http://www.ndltd.org/standards/metadata/etdms/1.0/';

/** Levels of degrees (ETD-MS 1.0, thesis.degree.level). */
const LEVELS: Readonly<Record<string, string>> = {
  bachelor: '0',
  master: '1',
  doctorate: '2',
  postdoctorate: '3',
};

/** Roles in the words of ETD-MS. */
const ROLES: Readonly<Record<string, string>> = {
  Supervisor: 'advisor',
  CoSupervisor: 'co-advisor',
  CommitteeMember: 'committee member',
};

const elements = (name: string, values: readonly MetadataValue[]): readonly Xml[] =>
  values.map(({ value, language }) => textElement(name, value, { 'xml:lang': language }));

/** Elements that a record must have at least once. */
const needed = (name: string, values: readonly MetadataValue[]): readonly Xml[] =>
  elements(name, values.length > 0 ? values : [{ value: UNKNOWN }]);

/** A year, month or day; of an interval, its beginning. */
const dayOf = (date: string): string => date.replace(/[T/].*/s, '');

/** A thesis in the metadata standard of the Networked Digital Library of Theses and Dissertations. */
export const formatEtdMs = (reference: Reference): string => {
  const { all, contributors, degree, url, language, description } = reference;
  const { aliases = [], access, created = '', files = [] } = description;
  const dates = all('date').filter(({ type = 'Issued' }) => type === 'Issued');
  const [date = created] = dates.map(({ value }) => value);
  const thesis = parentElement(
    'thesis',
    [
      ...needed('title', all('title')),
      ...elements('alternativeTitle', all('alternative')),
      // Names have no language here.
      ...needed(
        'creator',
        all('creator').map(({ value }) => ({ value })),
      ),
      ...needed('subject', all('subject')),
      ...elements('description', [...all('abstract'), ...all('description')]),
      textElement('publisher', houseOf(reference)),
      ...contributors.map(({ said }) =>
        textElement('contributor', onOneLine(said.value), { role: ROLES[said.role ?? ''] ?? said.role }),
      ),
      textElement('date', dayOf(date)),
      textElement('type', 'Electronic Thesis or Dissertation'),
      textElement('format', files[0]?.mediaType),
      textElement('identifier', url),
      ...aliases.map((alias) => textElement('identifier', alias)),
      textElement('language', language),
      ...elements('coverage', all('coverage')),
      ...elements('rights', all('rights')),
      ...rightsAddresses(reference).map((address) => textElement('rights', address)),
      textElement('rights', access && ACCESS_RIGHTS[access]),
      parentElement('degree', [
        textElement('name', degree && onOneLine(degree.value)),
        textElement('level', LEVELS[degree?.level ?? '']),
        textElement('discipline', degree?.discipline),
        textElement('grantor', degree?.grantor),
      ]),
    ],
    {
      xmlns: ETD_MS_SCHEMA,
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': `${ETD_MS_SCHEMA} http://www.ndltd.org/standards/metadata/etdms/1.0/etdms.xsd`,
    },
  );
  return writeXml(thesis);
};
