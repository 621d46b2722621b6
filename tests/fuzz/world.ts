import { API_PATH, createClient, TUS_VERSION } from '@perene/api';
import type { Role } from '../../packages/server/src/ports/node/api-keys.ts';

/** What exists at the node, so that requests are about something. */
export interface World {
  readonly keys: Readonly<Record<Role, string>>;
  readonly labels: readonly string[];
  readonly files: readonly string[];
  readonly minter: string;
  readonly ids: readonly string[];
  readonly uploads: readonly string[];
  readonly keyIds: readonly string[];
  /** The label of the Archive service. */
  readonly service: string;
  /** Examples of the API, and what stands for each here. */
  readonly examples: Readonly<Record<string, string>>;
}

/** The label of the resolver service, for ever (RTC-11). */
export const RESOLVER_SERVICE = 'J8LNKB5R7W/3FUQHC5';

const FILES = { 'report.txt': 'hello', 'data/table 1.csv': 'a;b\n1;2\n', 'ação.html': '<p>é</p>' };
const ITEMS = 6;
/** Random requests make minters of the NAAN of the examples. */
const FIRST_NAAN = 70_000;
const LANGUAGES = ['en', 'pt-BR', 'pt', 'fr'];

/** Makes new things at the node for the requests of one round; some requests remove them. */
export const makeWorld = async (url: string, administratorKey: string, round: number): Promise<World> => {
  const client = createClient({ url, key: administratorKey });
  const named = async (role: Role) => client.createKey({ name: `fuzz ${role} ${round}`, role });
  const spare = await named('reader');
  const labels: string[] = [];
  const files = Object.entries(FILES).map(([path, content]) => ({ path, content: new Blob([content]) }));
  for (let count = 0; count < ITEMS; count += 1) {
    const language = LANGUAGES[count % LANGUAGES.length];
    const [original] = labels;
    const item = await client.depositItem(
      {
        metadata: { title: `Cover ${round}.${count}`, creator: 'Lima, Ana' },
        language,
        ...(count === 1 && original && { editionOf: original }),
        ...(count === 3 && original && { translationOf: original }),
      },
      { files },
    );
    labels.push(item.repository, ...(item.ibip === undefined ? [] : [item.ibip]));
  }
  const minter = `fuzz${round}`;
  await client.createMinter({
    name: minter,
    template: `f${round}.reedeedk`,
    naan: String(FIRST_NAAN + round),
    naa: 'example.org',
    subNaa: 'x',
    term: 'long',
  });
  const { ids } = await client.mintIdentifiers({ name: minter, count: 5 });
  for (const id of ids) {
    await client.bindElement({ name: minter, id, element: '_t', value: 'https://example.org/' });
    await client.bindElement({ name: minter, id, element: 'where', value: 'here' });
  }
  const uploads = await Promise.all([1, 2].map(() => beginUpload(url, administratorKey)));
  const { archives } = await client.listArchives();
  const [service = ''] = archives.map((archive) => archive.service);
  const [label = ''] = labels;
  const [id = ''] = ids;
  const [upload = ''] = uploads;
  return {
    keys: {
      admin: (await named('admin')).key,
      steward: (await named('steward')).key,
      depositor: (await named('depositor')).key,
      reader: (await named('reader')).key,
    },
    labels,
    files: Object.keys(FILES),
    minter,
    ids,
    uploads,
    keyIds: [spare.id],
    service,
    examples: {
      'J8LNKAN8PW/4CQKS8E': label,
      'example.org/www/2026/11.17.09.20': label,
      '12345/f54x54g18': id,
      theses: minter,
      '4f0c2d': upload,
      '0123456789abcdef': spare.id,
    },
  };
};

const beginUpload = async (url: string, key: string): Promise<string> => {
  const { headers } = await fetch(`${url}${API_PATH}/uploads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'tus-resumable': TUS_VERSION,
      'upload-length': '5',
      'upload-metadata': 'filename YQ==',
    },
  });
  return (headers.get('location') ?? '').split('/').at(-1) ?? '';
};
