/** A page of the guide: a document of the project, or one that is made from the code. */
export interface GuidePage {
  /** The last part of its address, `/docs/<name>`; empty for the start page. */
  readonly name: string;
  /** The name of the page in lists of pages. */
  readonly label: string;
  /** The path from the root of the project; for a page that is made from the code, the path that it would have. */
  readonly source: string;
  readonly language: 'en' | 'pt';
}

export interface GuidePart {
  readonly title: string;
  readonly pages: readonly GuidePage[];
}

const page = (name: string, label: string, source = `docs/${name}.md`): GuidePage => ({
  name,
  label,
  source,
  language: source.endsWith('.pt.md') ? 'pt' : 'en',
});

/** All pages, in the order in which they are read. */
export const GUIDE: readonly GuidePart[] = [
  {
    title: 'Begin',
    pages: [
      page('', 'Where to begin', 'docs/index.md'),
      page('tutorial', 'From deposit to citation'),
      page('labels', 'Labels'),
      page('sample', 'Sample collection'),
    ],
  },
  {
    title: 'Run a node',
    pages: [
      page('install', 'Install'),
      page('operating', 'Operate'),
      page('scaling', 'Scale'),
      page('people', 'People'),
      page('desk', 'Working with many items'),
      page('branding', 'Name, mark and colour'),
      page('security', 'Security'),
      page('settings', 'Settings'),
      page('collections', 'Collections and series'),
      page('drafts', 'Drafts, reserved labels, reviews'),
      page('importing', 'Import and export'),
      page('moving-in-items', 'Move a repository in'),
      page('relations', 'Editions and translations'),
      page('moving-items', 'Copy and move items'),
    ],
  },
  {
    title: 'Opaque identifiers',
    pages: [
      page('noid', 'noid'),
      page('arks', 'ARKs'),
      page('ezid', 'The API of EZID'),
      page('handles', 'Handles'),
      page('purls', 'PURLs'),
      page('dois', 'DOIs'),
      page('migrating-from-noid', 'Migrate from noid'),
      page('moving-in-names', 'Move names in'),
      page('noid-differences', 'Differences from noid'),
    ],
  },
  {
    title: 'For programs',
    pages: [
      page('api', 'API'),
      page('finding', 'Finding'),
      page('harvesting', 'Harvesting'),
      page('conformance', 'Conformance'),
      page('api-reference', 'API: all operations'),
      page('resolving', 'Persistent URLs'),
      page('metadata', 'Metadata'),
      page('pages', 'Public pages'),
      page('representations', 'Representations'),
      page('statistics', 'Statistics'),
      page('protocol', 'Protocol of the Archive'),
      page('federation', 'Federation'),
      page('claims', 'Signed claims and the log'),
      page('decisions', 'Decisions'),
      page('vectors', 'Vectors', 'vectors/README.md'),
    ],
  },
  {
    title: 'Em português',
    pages: [
      page('tutorial.pt', 'Do depósito à citação'),
      page('operating.pt', 'Operar um nó'),
      page('people.pt', 'Pessoas'),
    ],
  },
  {
    title: 'Look up',
    pages: [
      page('commands', 'Commands of perene'),
      page('noid-commands', 'Commands of noid'),
      page('refusals', 'Refusals'),
      page('glossary', 'Glossary'),
    ],
  },
];

export const GUIDE_PAGES: readonly GuidePage[] = GUIDE.flatMap(({ pages }) => pages);

export const addressOf = ({ name }: GuidePage): string => (name === '' ? '/docs' : `/docs/${name}`);
