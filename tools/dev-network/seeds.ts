/** The items of the Archives of the network, under labels that never change. */
export const ARCHIVES = ['north', 'south', 'west'] as const;
export type ArchiveName = (typeof ARCHIVES)[number];

export const serviceOf = (archive: ArchiveName): string => `example.org/${archive}/2020/01.01.00.00`;

interface SeedItem {
  readonly home: ArchiveName;
  /** A line for `perene import`; its files are added. */
  readonly record: {
    readonly repository: string;
    readonly ibips?: readonly string[];
    readonly [field: string]: unknown;
  };
  /** The contents of the files, by path. */
  readonly files: Readonly<Record<string, string>>;
}

interface SeedCopy {
  readonly repository: string;
  readonly from: ArchiveName;
  readonly to: ArchiveName;
}

interface SeedRemoval {
  readonly repository: string;
  readonly home: ArchiveName;
  readonly reason: string;
}

export interface Seeds {
  readonly items: readonly SeedItem[];
  readonly copies: readonly SeedCopy[];
  /** Removals, made after the copies. */
  readonly removals: readonly SeedRemoval[];
}

const page = (title: string, language: string): string =>
  `<!doctype html>\n<html lang="${language}"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1></html>\n`;

/** An atlas: two editions, a translation of each, and another edition of the first translation. */
const ATLAS = {
  first: { language: 'en', title: 'Atlas of rivers, first edition', next: 'second', translation: 'firstInPortuguese' },
  second: { language: 'en', title: 'Atlas of rivers, second edition', translation: 'secondInPortuguese' },
  firstInPortuguese: { language: 'pt', title: 'Atlas dos rios, primeira edição', next: 'revisedInPortuguese' },
  revisedInPortuguese: { language: 'pt', title: 'Atlas dos rios, primeira edição revista' },
  secondInPortuguese: { language: 'pt', title: 'Atlas dos rios, segunda edição' },
} as const satisfies Record<string, { language: string; title: string; next?: string; translation?: string }>;

export type AtlasPart = keyof typeof ATLAS;
const ATLAS_PARTS = Object.keys(ATLAS) as AtlasPart[];

/** The Archives of the parts of each atlas, and the years that distinguish the atlases. */
export const ATLASES = {
  together: {
    year: 2001,
    homes: {
      first: 'north',
      second: 'north',
      firstInPortuguese: 'north',
      revisedInPortuguese: 'north',
      secondInPortuguese: 'north',
    },
    translatedDescription: (home: ArchiveName): ArchiveName => home,
  },
  /** Every step leads to another Archive. */
  apart: {
    year: 2002,
    homes: {
      first: 'north',
      second: 'south',
      firstInPortuguese: 'south',
      revisedInPortuguese: 'north',
      secondInPortuguese: 'north',
    },
    translatedDescription: (home: ArchiveName): ArchiveName => (home === 'north' ? 'south' : 'north'),
  },
  /** Translations are where their item is, and later editions elsewhere. */
  split: {
    year: 2003,
    homes: {
      first: 'north',
      second: 'south',
      firstInPortuguese: 'north',
      revisedInPortuguese: 'south',
      secondInPortuguese: 'south',
    },
    translatedDescription: (home: ArchiveName): ArchiveName => home,
  },
} as const satisfies Record<
  string,
  {
    readonly year: number;
    readonly homes: Readonly<Record<AtlasPart, ArchiveName>>;
    readonly translatedDescription: (home: ArchiveName) => ArchiveName;
  }
>;

export type AtlasName = keyof typeof ATLASES;

/**
 * The month is January for items, February for their descriptions, and March for descriptions in the other language.
 */
const label = (atlas: AtlasName, part: AtlasPart, month: '01' | '02' | '03'): string =>
  `example.org/atlas/${ATLASES[atlas].year}/${month}.0${ATLAS_PARTS.indexOf(part) + 1}.00.00`;

export const atlasLabel = (atlas: AtlasName, part: AtlasPart): string => label(atlas, part, '01');

/** A title that no other part or description has. */
export const atlasTitle = (atlas: AtlasName, part: AtlasPart): string => `${ATLAS[part].title} (${atlas})`;

/** The title of the description in the other language. */
export const translatedDescriptionTitle = (atlas: AtlasName, part: AtlasPart): string =>
  `${ATLAS[part].language === 'en' ? 'Descrição de' : 'Description of'} "${atlasTitle(atlas, part)}"`;

const atlasItems = (atlas: AtlasName): readonly SeedItem[] => {
  const { homes, translatedDescription } = ATLASES[atlas];
  return ATLAS_PARTS.flatMap((part): SeedItem[] => {
    const { language, next, translation }: { language: string; next?: AtlasPart; translation?: AtlasPart } =
      ATLAS[part];
    const otherLanguage = language === 'en' ? 'pt' : 'en';
    const title = atlasTitle(atlas, part);
    return [
      {
        home: homes[part],
        record: {
          repository: atlasLabel(atlas, part),
          language,
          ...(next && { nextEdition: atlasLabel(atlas, next) }),
          ...(translation && { translations: { [ATLAS[translation].language]: atlasLabel(atlas, translation) } }),
          metadata: {
            repository: label(atlas, part, '02'),
            language,
            fields: { title: { value: title, language }, creator: ['Lima, Ana'] },
            translations: { [otherLanguage]: label(atlas, part, '03') },
          },
        },
        files: { 'atlas.html': page(title, language) },
      },
      {
        home: translatedDescription(homes[part]),
        record: {
          repository: label(atlas, part, '03'),
          language: otherLanguage,
          metadata: {
            repository: label(atlas, part, '03').replace(/00$/, '01'),
            fields: { title: translatedDescriptionTitle(atlas, part) },
          },
        },
        files: { 'description.html': page(translatedDescriptionTitle(atlas, part), otherLanguage) },
      },
    ];
  });
};

/** The labels of further items to try. */
export const LABELS = {
  dataset: 'example.org/cover/2015/01.01.00.00',
  datasetIbip: '8JMKD3MGP8W/35MME4E',
  closed: 'example.org/cover/2015/02.01.00.00',
  copied: 'example.org/report/2016/01.01.00.00',
  /** The copy of this item was imported. */
  copiedBefore: 'example.org/report/2016/05.01.00.00',
  removed: 'example.org/report/2016/02.01.00.00',
  removedWithCopy: 'example.org/report/2016/03.01.00.00',
  disputed: 'example.org/report/2016/04.01.00.00',
} as const;

const simple = (home: ArchiveName, repository: string, title: string): SeedItem => ({
  home,
  record: {
    repository,
    language: 'en',
    metadata: { repository: repository.replace(/00\.00$/, '12.00'), fields: { title } },
  },
  files: { 'report.html': page(title, 'en') },
});

const copyOf = (original: string, { record, ...item }: SeedItem): SeedItem => ({
  ...item,
  record: { ...record, state: 'Copy', copyOf: original },
});

export const SEEDS: Seeds = {
  items: [
    ...atlasItems('together'),
    ...atlasItems('apart'),
    ...atlasItems('split'),
    {
      home: 'west',
      record: {
        ...simple('west', LABELS.dataset, 'Land cover').record,
        ibips: [LABELS.datasetIbip],
        target: 'index.html',
      },
      files: {
        'index.html': page('Land cover', 'en'),
        'data/cover.csv': 'year,cover\n2015,forest\n',
        'data/read me.txt': 'Cover by year.\n',
      },
    },
    {
      home: 'west',
      record: { ...simple('west', LABELS.closed, 'Closed list').record, access: { fileList: 'closed' } },
      files: { 'secret-name.html': page('Closed list', 'en') },
    },
    simple('north', LABELS.copied, 'A report with a copy'),
    simple('north', LABELS.copiedBefore, 'A report with an old copy'),
    copyOf('https://archive.example.org', simple('west', LABELS.copiedBefore, 'A report with an old copy')),
    simple('north', LABELS.removed, 'A report that was removed'),
    simple('north', LABELS.removedWithCopy, 'A report that lives on as a copy'),
    simple('north', LABELS.disputed, 'A report that two Archives claim'),
    simple('south', LABELS.disputed, 'A report that two Archives claim'),
  ],
  copies: [
    { repository: LABELS.copied, from: 'north', to: 'west' },
    { repository: LABELS.removedWithCopy, from: 'north', to: 'south' },
  ],
  removals: [
    { repository: LABELS.removed, home: 'north', reason: 'deposited twice' },
    { repository: LABELS.removedWithCopy, home: 'north', reason: 'moved to another house' },
  ],
};
