/** The settings of signing in through a provider (OpenID Connect). */
export const OPENID_SETTINGS = {
  'openid.issuer': {
    flag: '--openid-issuer',
    variable: 'PERENE_OPENID_ISSUER',
    placeholder: 'URL',
    help: 'OpenID Connect provider through which people sign in, such as https://login.example.org (default none)',
  },
  'openid.client-id': {
    flag: '--openid-client-id',
    variable: 'PERENE_OPENID_CLIENT_ID',
    placeholder: 'TEXT',
    help: 'what the provider calls this node',
  },
  'openid.client-secret': {
    flag: '--openid-client-secret',
    variable: 'PERENE_OPENID_CLIENT_SECRET',
    placeholder: 'SECRET',
    help: 'secret that goes with it, where the provider gives one',
  },
  'openid.client-secret-file': {
    flag: '--openid-client-secret-file',
    variable: 'PERENE_OPENID_CLIENT_SECRET_FILE',
    placeholder: 'FILE',
    help: 'whole path of a file with that secret, instead',
  },
  'openid.name': {
    flag: '--openid-name',
    variable: 'PERENE_OPENID_NAME',
    placeholder: 'TEXT',
    help: 'what the sign-in page calls the provider (default: its host)',
  },
  'openid.scopes': {
    flag: '--openid-scopes',
    variable: 'PERENE_OPENID_SCOPES',
    placeholder: 'NAMES',
    help: 'what the provider is asked for beside openid, with commas between them (default email,profile)',
  },
  'openid.unknown': {
    flag: '--openid-unknown',
    variable: 'PERENE_OPENID_UNKNOWN',
    placeholder: 'POLICY',
    help: 'who may come in for the first time: invited (default), or anybody of the provider as reader or depositor',
  },
  'openid.groups-claim': {
    flag: '--openid-groups-claim',
    variable: 'PERENE_OPENID_GROUPS_CLAIM',
    placeholder: 'NAME',
    help: 'claim with the groups of a person, such as realm_access.roles (default groups)',
  },
  'openid.roles': {
    flag: '--openid-roles',
    variable: 'PERENE_OPENID_ROLES',
    placeholder: 'GROUP=ROLE;...',
    help: 'roles by groups, which then count whenever somebody signs in (default: the node keeps roles itself)',
  },
  'openid.grants': {
    flag: '--openid-grants',
    variable: 'PERENE_OPENID_GRANTS',
    placeholder: 'GROUP=RIGHT;...',
    help: 'rights over collections by groups, such as map-room=curator:maps (default none)',
  },
  'openid.second-factor': {
    flag: '--openid-second-factor',
    variable: 'PERENE_OPENID_SECOND_FACTOR',
    placeholder: 'RULE',
    help: 'whether those with a second factor here are asked for it: ask (default), amr (unless the provider says that it asked), provider (never)',
  },
} as const;
