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
    help: 'sqlite:PATH (default: perene.sqlite in the data folder)',
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
} as const satisfies Record<string, { flag: string; variable: string; placeholder: string; help: string }>;

export type SettingName = keyof typeof SETTINGS;

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);
