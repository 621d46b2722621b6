/** The label of the item that all examples use. */
export const EXAMPLE_LABEL = 'J8LNKAN8PW/4CQKS8E';
export const EXAMPLE_REPOSITORY = 'example.org/www/2026/11.17.09.20';
const TIME = '2026-11-17T09:20:00.000Z';

export const EXAMPLE_SUMMARY = {
  repository: EXAMPLE_REPOSITORY,
  ibip: EXAMPLE_LABEL,
  ibips: [EXAMPLE_LABEL],
  aliases: [],
  persistentUrl: `https://example.org/${EXAMPLE_LABEL}`,
  state: 'Original',
  title: 'Land cover',
  creators: ['Lima, Ana'],
  created: TIME,
  updated: TIME,
  changed: TIME,
};

export const EXAMPLE_FILE = {
  path: 'report.pdf',
  bytes: 5,
  sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  mediaType: 'application/pdf',
};

export const EXAMPLE_ITEM = {
  ...EXAMPLE_SUMMARY,
  content: 'Data',
  target: EXAMPLE_FILE.path,
  access: { fileList: 'open' },
  files: [EXAMPLE_FILE],
  metadata: {
    repository: 'example.org/www/2026/11.17.09.20.01',
    fields: { title: [{ value: 'Land cover' }], creator: [{ value: 'Lima, Ana' }] },
    updated: TIME,
  },
  editions: { last: EXAMPLE_REPOSITORY, all: [EXAMPLE_REPOSITORY] },
  translations: {},
  elsewhere: {},
  links: [],
  revision: 1,
};

export const EXAMPLE_CLAIM = {
  hash: 'sha256:a202e4e653b28960786461e97fd799b8fc951489cef60c1747613db70e24bb70',
  signed: `ibi-claim-v1
${EXAMPLE_REPOSITORY}
${EXAMPLE_LABEL}
Original
sha256:0840812e8bc434c2935196dc03529767caf64dcd56bdddbdc8205459c1fa47c7
2026-11-17T09:20:00Z
example.org/www/2026/11.17.09.00
none
ed25519:RCmTBlAEqh5MSPTdAVgZTAI0m8xmTNluQA6iaZGKjVE=
EOrQw3YIbksnyM+OP1d2/7wTa+pul5gGaxJHnipSEOUAeM1vebKCCGqoXp9nfyjoOF118cPNs02nUpQSlH9rDw==
`,
};

export const EXAMPLE_PROPOSAL = {
  id: '7',
  direction: 'in',
  kind: 'edition',
  of: EXAMPLE_REPOSITORY,
  item: '8JMKD3MGP8W/34PGRBS',
  state: 'open',
  at: TIME,
  changed: TIME,
};

export const EXAMPLE_ARCHIVE = {
  service: EXAMPLE_LABEL,
  number: 800,
  state: 'included',
  address: 'archive.example.org',
  confirmed: true,
  requested: TIME,
  registered: TIME,
  changed: TIME,
  witnessed: 120,
};

/** The first identifier that the minter of the examples mints. */
export const EXAMPLE_IDENTIFIER = '12345/f54x54g18';

export const EXAMPLE_STATISTICS = {
  mints: 2,
  used: 2,
  total: '70728100',
  remaining: '70728098',
  held: 0,
  queued: 0,
  mintsPerDay: 1,
};

export const EXAMPLE_MINTER_SUMMARY = {
  name: 'theses',
  template: 'f5.reedeedk',
  bindsAnything: false,
  term: 'long' as const,
  naan: '12345',
  naa: 'example.org',
  subNaa: 'library',
  seed: 0,
  properties: 'GRANITE',
  created: '20261117092000',
  statistics: EXAMPLE_STATISTICS,
};

export const EXAMPLE_MINTER = { ...EXAMPLE_MINTER_SUMMARY, policy: '(:unkn) unknown' };

export const EXAMPLE_KEY = { id: '0123456789abcdef', name: 'Ana Lima', role: 'depositor', created: TIME };

export const EXAMPLE_TIME = TIME;

export const EXAMPLE_PUBLIC_KEY = 'ed25519:6AJWbUbLH9o905hhSpPOvsyDFZw5IEGppSPRTvJLsL4=';
