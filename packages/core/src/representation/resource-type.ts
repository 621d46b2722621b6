/** The languages of citations. */
export type CitationLocale = 'en' | 'pt';

/** What an item is, in the words of every format. */
export interface ResourceType {
  readonly kind: ResourceKind;
  readonly dataCite: string;
  /** The type vocabulary of the Dublin Core Metadata Initiative. */
  readonly dublinCore: string;
  readonly schemaOrg: string;
  readonly csl: string;
  readonly bibtex: string;
  readonly ris: string;
  /** The item type of Zotero, which reads it in pages. */
  readonly zotero: string;
  /** The `Data_Type` of COUNTER reports. */
  readonly counter: string;
  /** APA 7, section 9.21: the form of an item that is not a text is named. */
  readonly form?: Readonly<Record<CitationLocale, string>>;
}

export type ResourceKind =
  | 'thesis'
  | 'dataset'
  | 'software'
  | 'conference'
  | 'chapter'
  | 'report'
  | 'preprint'
  | 'article'
  | 'book'
  | 'map'
  | 'video'
  | 'image'
  | 'sound'
  | 'document';

/** One line a type, in the order in which words are tried: the first that matches counts. */
const TYPES: readonly (ResourceType & {
  /** Words of people for it, without accents and in lower case. */
  readonly words: RegExp;
})[] = [
  {
    kind: 'thesis',
    dataCite: 'Dissertation',
    dublinCore: 'Text',
    schemaOrg: 'Thesis',
    csl: 'thesis',
    bibtex: 'phdthesis',
    ris: 'THES',
    zotero: 'thesis',
    counter: 'Thesis_or_Dissertation',
    form: { en: 'Thesis', pt: 'Tese' },
    words: /thesis|dissertation|tese|dissertacao|tesis/,
  },
  {
    kind: 'dataset',
    dataCite: 'Dataset',
    dublinCore: 'Dataset',
    schemaOrg: 'Dataset',
    csl: 'dataset',
    // The type of biblatex is not known to Zotero, which would leave out the entry.
    bibtex: 'misc',
    ris: 'DATA',
    zotero: 'dataset',
    counter: 'Dataset',
    form: { en: 'Data set', pt: 'Conjunto de dados' },
    words: /data ?set|dados|datos|^data$/,
  },
  {
    kind: 'software',
    dataCite: 'Software',
    dublinCore: 'Software',
    schemaOrg: 'SoftwareSourceCode',
    csl: 'software',
    bibtex: 'software',
    ris: 'COMP',
    zotero: 'computerProgram',
    counter: 'Software',
    form: { en: 'Computer software', pt: 'Programa de computador' },
    words: /software|programa de computador/,
  },
  {
    kind: 'conference',
    dataCite: 'ConferencePaper',
    dublinCore: 'Text',
    schemaOrg: 'ScholarlyArticle',
    csl: 'paper-conference',
    bibtex: 'inproceedings',
    ris: 'CPAPER',
    zotero: 'conferencePaper',
    counter: 'Conference_Item',
    words: /conference|proceeding|congresso|anais|evento/,
  },
  {
    kind: 'chapter',
    dataCite: 'BookChapter',
    dublinCore: 'Text',
    schemaOrg: 'Chapter',
    csl: 'chapter',
    bibtex: 'incollection',
    ris: 'CHAP',
    zotero: 'bookSection',
    counter: 'Book_Segment',
    words: /chapter|book ?part|capitulo/,
  },
  {
    kind: 'report',
    dataCite: 'Report',
    dublinCore: 'Text',
    schemaOrg: 'Report',
    csl: 'report',
    bibtex: 'techreport',
    ris: 'RPRT',
    zotero: 'report',
    counter: 'Report',
    words: /report|relatorio|informe|working ?paper|nota tecnica/,
  },
  {
    kind: 'preprint',
    dataCite: 'Preprint',
    dublinCore: 'Text',
    schemaOrg: 'ScholarlyArticle',
    csl: 'article',
    bibtex: 'unpublished',
    ris: 'UNPB',
    zotero: 'preprint',
    counter: 'Article',
    form: { en: 'Preprint', pt: 'Preprint' },
    words: /preprint/,
  },
  {
    kind: 'article',
    dataCite: 'JournalArticle',
    dublinCore: 'Text',
    schemaOrg: 'ScholarlyArticle',
    csl: 'article-journal',
    bibtex: 'article',
    ris: 'JOUR',
    zotero: 'journalArticle',
    counter: 'Article',
    words: /article|artigo|articulo/,
  },
  {
    kind: 'book',
    dataCite: 'Book',
    dublinCore: 'Text',
    schemaOrg: 'Book',
    csl: 'book',
    bibtex: 'book',
    ris: 'BOOK',
    zotero: 'book',
    counter: 'Book',
    words: /^book|livro|libro|monograph|monografia/,
  },
  {
    kind: 'map',
    dataCite: 'Image',
    dublinCore: 'StillImage',
    schemaOrg: 'Map',
    csl: 'map',
    bibtex: 'misc',
    ris: 'MAP',
    zotero: 'map',
    counter: 'Image',
    form: { en: 'Map', pt: 'Mapa' },
    words: /^map|cartograph|mapa/,
  },
  {
    kind: 'video',
    dataCite: 'Audiovisual',
    dublinCore: 'MovingImage',
    schemaOrg: 'VideoObject',
    csl: 'motion_picture',
    bibtex: 'video',
    ris: 'VIDEO',
    zotero: 'videoRecording',
    counter: 'Audiovisual',
    form: { en: 'Video', pt: 'Vídeo' },
    words: /moving ?image|video|film/,
  },
  {
    kind: 'image',
    dataCite: 'Image',
    dublinCore: 'StillImage',
    schemaOrg: 'ImageObject',
    csl: 'graphic',
    bibtex: 'artwork',
    ris: 'ART',
    zotero: 'artwork',
    counter: 'Image',
    form: { en: 'Image', pt: 'Imagem' },
    words: /image|imagem|photo|foto/,
  },
  {
    kind: 'sound',
    dataCite: 'Sound',
    dublinCore: 'Sound',
    schemaOrg: 'AudioObject',
    csl: 'song',
    bibtex: 'audio',
    ris: 'SOUND',
    zotero: 'audioRecording',
    counter: 'Sound',
    form: { en: 'Audio', pt: 'Áudio' },
    words: /sound|audio|som$/,
  },
];

const DOCUMENT: ResourceType = {
  kind: 'document',
  dataCite: 'Text',
  dublinCore: 'Text',
  schemaOrg: 'CreativeWork',
  csl: 'document',
  bibtex: 'misc',
  ris: 'GEN',
  zotero: 'document',
  counter: 'Other',
};

const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replace(/^.*\//, '').toLowerCase();

/** Reads the types that people wrote; what nobody knows is a document. */
export const resourceTypeOf = (types: readonly string[]): ResourceType => {
  const known = types.map(plain);
  return TYPES.find(({ words }) => known.some((type) => words.test(type))) ?? DOCUMENT;
};

/** The kind of item that people's words for its type mean. */
export const kindOf = (types: readonly string[]): ResourceKind => resourceTypeOf(types).kind;
