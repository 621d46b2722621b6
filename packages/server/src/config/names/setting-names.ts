/** The settings of registering DOIs with DataCite. */
export const DATACITE_SETTINGS = {
  'datacite.repository': {
    flag: '--datacite-repository',
    variable: 'PERENE_DATACITE_REPOSITORY',
    placeholder: 'ID',
    help: 'repository account at DataCite with which DOIs are registered, such as EXAMPLE.LIBRARY (default none)',
  },
  'datacite.password': {
    flag: '--datacite-password',
    variable: 'PERENE_DATACITE_PASSWORD',
    placeholder: 'SECRET',
    help: 'password of that account',
  },
  'datacite.password-file': {
    flag: '--datacite-password-file',
    variable: 'PERENE_DATACITE_PASSWORD_FILE',
    placeholder: 'FILE',
    help: 'whole path of a file with that password, instead',
  },
  'datacite.prefix': {
    flag: '--datacite-prefix',
    variable: 'PERENE_DATACITE_PREFIX',
    placeholder: 'PREFIX',
    help: 'prefix of that account, such as 10.5072',
  },
  'datacite.url': {
    flag: '--datacite-url',
    variable: 'PERENE_DATACITE_URL',
    placeholder: 'URL',
    help: 'REST API of DataCite (default https://api.datacite.org; https://api.test.datacite.org to try it out)',
  },
  'datacite.register': {
    flag: '--datacite-register',
    variable: 'PERENE_DATACITE_REGISTER',
    placeholder: 'ASKED|ALL',
    help: 'which items get DOIs: those for which somebody asks (default), or all new originals',
  },
  'datacite.state': {
    flag: '--datacite-state',
    variable: 'PERENE_DATACITE_STATE',
    placeholder: 'STATE',
    help: 'what new DOIs become: draft, registered or findable (default)',
  },
} as const;
