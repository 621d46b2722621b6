/** Every setting: its flag, its variable, and what help says of it. The name is its key in the settings file. */
export const SETTINGS = {
  data: {
    flag: '--data',
    variable: 'PERENE_DATA',
    placeholder: 'DIR',
    help: 'folder of all data (default ./perene-data)',
  },
  database: {
    flag: '--database',
    variable: 'PERENE_DATABASE',
    placeholder: 'URL',
    help: 'sqlite:PATH (default: perene.sqlite in the data folder) or postgres://USER:PASSWORD@HOST/NAME',
  },
  port: { flag: '--port', variable: 'PERENE_PORT', placeholder: 'N', help: 'port to listen on (default 8080)' },
  host: {
    flag: '--host',
    variable: 'PERENE_HOST',
    placeholder: 'ADDR',
    help: 'address to listen on (default localhost)',
  },
  'identity.host': {
    flag: '--identity-host',
    variable: 'PERENE_IDENTITY_HOST',
    placeholder: 'HOST',
    help: 'fully qualified name that repository names are made from',
  },
  'identity.port': {
    flag: '--identity-port',
    variable: 'PERENE_IDENTITY_PORT',
    placeholder: 'N',
    help: 'port that goes with it (default 80; the own port without --identity-host)',
  },
  'identity.ip': {
    flag: '--identity-ip',
    variable: 'PERENE_IDENTITY_IP',
    placeholder: 'IP',
    help: 'address that IBIps are made from; a named node without it mints repository names only',
  },
  'identity.ip-port': {
    flag: '--identity-ip-port',
    variable: 'PERENE_IDENTITY_IP_PORT',
    placeholder: 'N',
    help: 'port that goes with it (default 800)',
  },
  granularity: {
    flag: '--granularity',
    variable: 'PERENE_GRANULARITY',
    placeholder: 'SECONDS',
    help: 'auto (default), 60, 1, 0.1 ... 0.000001: the grid of dates that labels are made from',
  },
  'clock-tolerance': {
    flag: '--clock-tolerance',
    variable: 'PERENE_CLOCK_TOLERANCE',
    placeholder: 'SECONDS',
    help: 'how far the clock may be behind the last label before minting is refused (default 5)',
  },
  'public-url': {
    flag: '--public-url',
    variable: 'PERENE_PUBLIC_URL',
    placeholder: 'URL',
    help: 'http:// or https:// and the host by which the world reaches this node (default: the name of the node)',
  },
  'resolver-url': {
    flag: '--resolver-url',
    variable: 'PERENE_RESOLVER_URL',
    placeholder: 'URL',
    help: 'what persistent URLs begin with (default: the public URL)',
  },
  'archive.service': {
    flag: '--archive-service',
    variable: 'PERENE_ARCHIVE_SERVICE',
    placeholder: 'IBI',
    help: 'label of the Archive service (default: minted at the first start)',
  },
  'archive.platform-software': {
    flag: '--archive-platform-software',
    variable: 'PERENE_ARCHIVE_PLATFORM_SOFTWARE',
    placeholder: 'IBI',
    help: 'label of the software, where it has one',
  },
  'ark.target-elements': {
    flag: '--ark-target-elements',
    variable: 'PERENE_ARK_TARGET_ELEMENTS',
    placeholder: 'NAMES',
    help: 'elements, with commas between them, in which the target of an ARK is looked for (default _t,myGoto)',
  },
  'ark.forward-to': {
    flag: '--ark-forward-to',
    variable: 'PERENE_ARK_FORWARD_TO',
    placeholder: 'URL',
    help: 'resolver of ARKs whose NAAN no minter here has, such as https://n2t.net (default none)',
  },
  'max-file-bytes': {
    flag: '--max-file-bytes',
    variable: 'PERENE_MAX_FILE_BYTES',
    placeholder: 'N',
    help: 'largest file that is taken (default 107374182400, 100 GiB)',
  },
  'public-reading': {
    flag: '--public-reading',
    variable: 'PERENE_PUBLIC_READING',
    placeholder: 'YES|NO',
    help: 'whether the API may be read without a key (default yes)',
  },
  'trusted-proxies': {
    flag: '--trusted-proxies',
    variable: 'PERENE_TRUSTED_PROXIES',
    placeholder: 'CIDR',
    help: 'networks, with commas between them, of proxies whose X-Forwarded-For is believed (default none)',
  },
  'allow-network': {
    flag: '--allow-network',
    variable: 'PERENE_ALLOW_NETWORK',
    placeholder: 'CIDR',
    help: 'private networks, with commas between them, in which other Archives may be (default none)',
  },
  'log-level': {
    flag: '--log-level',
    variable: 'PERENE_LOG_LEVEL',
    placeholder: 'LEVEL',
    help: 'trace, debug, info (default), warn, error or silent: what is logged, as JSON lines on standard error',
  },
  workers: {
    flag: '--workers',
    variable: 'PERENE_WORKERS',
    placeholder: 'N',
    help: 'processes that share the work (default 1)',
  },
  server: {
    flag: '--server',
    variable: 'PERENE_SERVER',
    placeholder: 'URL',
    help: 'act on a running node instead of a data folder',
  },
  key: { flag: '--key', variable: 'PERENE_KEY', placeholder: 'KEY', help: 'API key for that node' },
} as const satisfies Record<string, { flag: string; variable: string; placeholder: string; help: string }>;

export type SettingName = keyof typeof SETTINGS;

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);
