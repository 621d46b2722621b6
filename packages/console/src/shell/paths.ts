/** Every address of the console: `:name` takes one segment, `*name` the rest, because labels have slashes. */
export const PATTERNS = {
  items: '/console',
  batches: '/console/changes',
  batch: '/console/changes/:batch',
  item: '/console/items/*label',
  edit: '/console/edit/*label',
  newEdition: '/console/new-edition/*label',
  newTranslation: '/console/new-translation/*label',
  deposit: '/console/deposit',
  drafts: '/console/drafts',
  draft: '/console/drafts/:id',
  bulk: '/console/bulk',
  collections: '/console/collections',
  newCollection: '/console/new-collection',
  editCollection: '/console/edit-collection/:name',
  collection: '/console/collections/:name',
  minters: '/console/minters',
  newMinter: '/console/new-minter',
  minter: '/console/minters/:name',
  names: '/console/names',
  name: '/console/names/:minter/*id',
  nameBatches: '/console/name-changes',
  nameBatch: '/console/name-changes/:minter/:batch',
  overview: '/console/overview',
  relations: '/console/relations',
  federation: '/console/federation',
  statistics: '/console/statistics',
  people: '/console/people',
  account: '/console/account',
  welcome: '/console/welcome',
  forgotten: '/console/forgotten',
  openid: '/console/openid',
  keys: '/console/keys',
  activity: '/console/activity',
  node: '/console/node',
} as const;

export type PathName = keyof typeof PATTERNS;

export type PathParameters = Readonly<Record<string, string>>;

const PARAMETER = /([:*])([a-z]+)/gi;

/** Returns the address of a page of the console. */
export const pathTo = (name: PathName, parameters: PathParameters = {}, query: PathParameters = {}): string => {
  const path = PATTERNS[name].replace(PARAMETER, (_, kind: string, parameter: string) => {
    const segments = kind === '*' ? (parameters[parameter] ?? '').split('/') : [parameters[parameter] ?? ''];
    return segments.map((segment) => encodeURIComponent(segment).replaceAll('%40', '@')).join('/');
  });
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
};

/** Returns the address of the public page of an item, for those who cite and read. */
export const publicItemPath = (label: string): string => `/items/${label}`;

/** Returns the parameters that a pattern finds in a path; undefined if they do not match. */
export const matchPath = (pattern: string, path: string): PathParameters | undefined => {
  const names: string[] = [];
  const expression = pattern.replace(PARAMETER, (_, kind: string, parameter: string) => {
    names.push(parameter);
    return kind === '*' ? '(.+)' : '([^/]+)';
  });
  const found = new RegExp(`^${expression}/?$`).exec(path);
  if (found === null) return undefined;
  return Object.fromEntries(names.map((name, index) => [name, decode(found[index + 1] ?? '')]));
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
