/** An item of the sample, as a line for `perene import`, with the contents of its files. */
export interface SampleItem {
  readonly repository: string;
  /** All its labels. */
  readonly labels: readonly string[];
  /** Whether everybody may read its description and files. */
  readonly isOpen: boolean;
  readonly isThesis: boolean;
  readonly isRemoved: boolean;
  /** Copies are not harvested: the Archive of the original shows them. */
  readonly isOriginal: boolean;
  readonly files: Readonly<Record<string, string>>;
  readonly record: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;

const label = (number: number): string => `example.org/foreign/2024/${String(number).padStart(2, '0')}.01.10.00`;

const descriptionOf = (repository: string): string => repository.replace(/00$/, '01');

const html = (title: string, language = 'en'): string =>
  `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;

const item = (
  repository: string,
  fields: Fields,
  {
    files = { 'document.html': html('A document') },
    ...record
  }: { readonly files?: Readonly<Record<string, string>> } & Fields = {},
): SampleItem => ({
  repository,
  labels: [repository, ...((record['ibips'] as readonly string[] | undefined) ?? [])],
  isOpen: record['access'] === undefined,
  isThesis: fields['degree'] !== undefined,
  isRemoved: false,
  isOriginal: record['state'] === undefined,
  files,
  record: {
    repository,
    language: 'en',
    ...record,
    metadata: { repository: descriptionOf(repository), fields },
  },
});

const ANA = {
  value: 'Lima, Ana Beatriz',
  orcid: '0000-0002-1825-0097',
  affiliation: 'Instituto Nacional de Pesquisas Espaciais',
  affiliationRor: '04xbn6x09',
};
const RUI = { value: 'Souza e Silva, Rui de', isni: '0000 0001 2103 2683' };
const INPE = { value: 'Instituto Nacional de Pesquisas Espaciais', kind: 'organization', ror: '04xbn6x09' };

/** A data set with every field and every qualifier. */
const EVERY_FIELD: Fields = {
  title: [
    { value: 'Burned areas of the Cerrado: 2021–2023', language: 'en' },
    { value: 'Áreas queimadas do Cerrado: 2021–2023', language: 'pt' },
  ],
  creator: [ANA, RUI, INPE],
  contributor: [
    { value: 'Prado, Helena', role: 'DataCurator', orcid: '0000-0001-5109-3700' },
    { value: 'Universidade de São Paulo', kind: 'organization', role: 'HostingInstitution', ror: '036rp1748' },
    'Gomes, Íris',
  ],
  subject: [
    'fire',
    { value: 'Cerrado', language: 'pt' },
    {
      value: 'Remote sensing',
      scheme: 'LCSH',
      schemeUri: 'https://id.loc.gov/authorities/subjects',
      uri: 'https://id.loc.gov/authorities/subjects/sh85112798',
    },
  ],
  description: { value: 'Made from images of two satellites.\n\nEach cell is 30 m wide.', language: 'en' },
  abstract: [
    { value: 'Where and when the savanna burned.', language: 'en' },
    { value: 'Onde e quando o cerrado queimou.', language: 'pt' },
  ],
  publisher: { value: 'INPE', ror: '04xbn6x09' },
  date: [
    '2024-03-01',
    { value: '2021-01-01/2023-12-31', type: 'Collected' },
    { value: '2024-02-10', type: 'Accepted' },
  ],
  type: 'Dataset',
  format: 'text/csv',
  identifier: [
    { value: '10.1000/182', scheme: 'DOI' },
    { value: 'INPE-12345', scheme: 'report number' },
  ],
  source: 'Images of Landsat 8',
  language: ['en', 'pt-BR'],
  relation: [
    { value: '10.1000/183', scheme: 'DOI', type: 'IsDerivedFrom' },
    { value: 'https://example.org/related', type: 'IsSupplementTo' },
    'A book about it',
  ],
  coverage: { value: 'Cerrado', box: '-60.11 -24.68 -41.52 -2.33' },
  rights: {
    value: 'Creative Commons Attribution 4.0',
    license: 'CC-BY-4.0',
    uri: 'https://creativecommons.org/licenses/by/4.0/',
  },
  version: '2.1.0',
  alternative: { value: 'Queimadas', type: 'AlternativeTitle', language: 'pt' },
  funding: {
    value: 'FAPESP',
    ror: '02ddkpn78',
    award: '2021/00001-0',
    awardTitle: 'Fire from space',
    uri: 'https://example.org/award',
  },
  shelfmark: 'kept on shelf 12',
};

const THESIS: Fields = {
  title: [
    { value: 'Mapeamento de queimadas por satélite', language: 'pt-BR' },
    { value: 'Mapping fires by satellite', language: 'en' },
  ],
  creator: ANA,
  contributor: [
    { value: 'Prado, Helena', role: 'Supervisor', orcid: '0000-0001-5109-3700' },
    { value: 'Souza, Rui', role: 'CoSupervisor' },
    { value: 'Gomes, Íris', role: 'CommitteeMember' },
  ],
  abstract: [
    { value: 'Resumo da tese.', language: 'pt-BR' },
    { value: 'Abstract of the thesis.', language: 'en' },
  ],
  subject: [
    { value: 'queimada', language: 'pt-BR' },
    { value: 'fire', language: 'en' },
  ],
  publisher: { value: INPE.value, ror: INPE.ror },
  date: '2023-06-30',
  type: 'Tese',
  language: 'pt-BR',
  rights: { value: 'CC BY-NC 4.0', license: 'CC-BY-NC-4.0' },
  degree: {
    value: 'Doutorado em Sensoriamento Remoto',
    level: 'doctorate',
    discipline: 'Sensoriamento Remoto',
    grantor: 'Instituto Nacional de Pesquisas Espaciais',
    ror: '04xbn6x09',
  },
};

/** Characters that formats must escape, in scripts of both directions. */
const ODD: Fields = {
  title: `Fish & chips <b>"50%"</b> {of} $x_1^2$ \\alpha ~ # 'quoted' ]]> --- 日本語 العربية 😀 é`,
  creator: [`O'Neil & Sons, "Ann" <a@b>`, '王小明', 'محمد, علي', 'de la Cruz, José {María}'],
  subject: ['a, b; c', '100 % & more'],
  description: 'Line one\nline two <script>alert(1)</script> & the end %',
  publisher: 'Müller & Søn {Ltd}',
  date: '2020',
  type: 'Book',
};

const KINDS: readonly (readonly [type: string, title: string, more?: Fields])[] = [
  [
    'Journal article',
    'On rivers',
    { container: { value: 'Journal of Rivers', volume: '12', issue: '3', pages: '101-120', issn: '0378-5955' } },
  ],
  [
    'Book chapter',
    'Rivers of the north',
    { container: { value: 'The book of rivers', pages: '7-21', isbn: '978-0-306-40615-7' } },
  ],
  ['Conference paper', 'Rivers seen from space', { container: { value: 'Proceedings of the 10th symposium' } }],
  ['Report', 'Ten years of gauges'],
  ['Preprint', 'A model of floods'],
  ['Software', 'River simulator', { version: '1.0.3', rights: { value: 'MIT', license: 'MIT' } }],
  ['Map', 'Map of rivers', { coverage: { value: 'North', box: '-70 -10 -50 5' } }],
  ['Video', 'A river in flood'],
  ['Image', 'A river at dawn'],
  ['Sound', 'A river at night'],
];

export const SAMPLE: readonly SampleItem[] = [
  item(label(1), EVERY_FIELD, {
    ibips: ['8JMKD3MGP8W/35MME4E'],
    target: 'data/cells.csv',
    files: {
      'data/cells.csv': 'cell,date\n1,2021-08-02\n',
      'Relatório final.html': html('Relatório', 'pt'),
      'read me & more.txt': 'What the columns mean.\n',
    },
  }),
  item(label(2), THESIS, { language: 'pt-BR', files: { 'tese.html': html('Tese', 'pt-BR') } }),
  item(label(3), {
    title: 'A thesis with little',
    degree: { value: 'Mestrado', level: 'master' },
    type: 'Dissertation',
  }),
  item(label(4), { title: 'Nothing but a title' }),
  item(label(5), ODD, { files: { "O'Neil & <sons> 100%.txt": 'odd\n', '日本語.txt': 'odd\n' } }),
  item(
    label(6),
    { title: 'Atlas of rivers, first edition', creator: 'Lima, Ana', date: '2001', type: 'Book' },
    { nextEdition: label(7) },
  ),
  item(
    label(7),
    { title: 'Atlas of rivers, second edition', creator: 'Lima, Ana', date: '2005', type: 'Book' },
    {
      nextEdition: label(8),
      translations: { pt: label(9) },
    },
  ),
  item(label(8), { title: 'Atlas of rivers, third edition', creator: 'Lima, Ana', date: '2010', type: 'Book' }),
  item(
    label(9),
    {
      title: { value: 'Atlas dos rios, segunda edição', language: 'pt' },
      creator: 'Lima, Ana',
      date: '2006',
      type: 'Livro',
    },
    { language: 'pt' },
  ),
  item(
    label(10),
    { title: 'A copy of a report', creator: RUI, date: '2012', type: 'Report' },
    {
      state: 'Copy',
      copyOf: 'https://example.org/archive',
    },
  ),
  item(
    label(11),
    { title: 'Closed to all but one network', creator: RUI },
    {
      access: { networks: ['192.0.2.0/24'], fileList: 'closed', description: 'closed' },
    },
  ),
  ...KINDS.map(([type, title, more], index) =>
    item(`example.org/kinds/${2011 + index}/05.05.10.00`, {
      title,
      creator: [ANA, 'Souza, Rui'],
      date: String(2011 + index),
      type,
      ...more,
    }),
  ),
  {
    repository: label(12),
    labels: [label(12)],
    isOpen: true,
    isThesis: false,
    isRemoved: true,
    isOriginal: true,
    files: {},
    record: {
      repository: label(12),
      state: 'Deleted',
      removed: { at: '2024-12-24T00:00:00Z', reason: 'deposited twice & withdrawn' },
      metadata: { repository: descriptionOf(label(12)), fields: { title: 'What was removed' } },
    },
  },
];
