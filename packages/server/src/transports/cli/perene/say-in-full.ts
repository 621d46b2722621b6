import type { RefusalCode, Said } from '@perene/api/refusals';
import { describe } from '@perene/api/words';

/** Advice that only the command line can give, with its flags and commands, by code and reason. */
const ADVICE: Readonly<Partial<Record<RefusalCode | 'archive-finding', string | Readonly<Record<string, string>>>>> = {
  'setting-invalid': {
    'resolver-missing': 'give its address as --archive-resolver http://..., and --archive-registration-key',
    'registration-key-missing': 'choose one, and give it as --archive-registration-key',
    'key-unfit': 'give --key as perene key create shows it',
    'own-machine': 'leave --server out, and PERENE_SERVER',
    'server-and-here': 'give --server or the other, not both',
    'address-unknown': 'give it with --identity-ip',
    'address-unfit': 'give it with --identity-ip',
  },
  'data-folder-unusable': { unopened: 'choose a folder with --data' },
  'cannot-listen': { address: 'take another with --port or --host' },
  'disk-failed': { gone: 'run "perene verify"' },
  'restore-not-empty': 'choose with --data and --database',
  'key-missing': { node: 'give it with --key or PERENE_KEY' },
  'node-refused': { elsewhere: 'give that one to --server' },
  'archive-service-fixed': 'leave --archive-service out',
  'archive-not-found': 'perene resolver archives shows all',
  'translation-exists': { 'no-language': 'give it with --language' },
  'relation-not-found': 'look with "perene relation list"',
  'description-closed': { there: 'give --from-key' },
  'file-list-closed': { there: 'give --from-key' },
  'file-too-large': { known: 'see --max-file-bytes' },
  'file-unreadable': { outside: 'give it with --files' },
  'file-damaged': { catalogue: 'run "perene verify"' },
  'archive-finding': { 'documents-left': 'run "perene verify --clean"' },
  'documents-exist': { 'left-behind': 'run "perene verify --clean", then import again' },
  'peer-not-allowed': { private: 'if it is an Archive, allow it with --allow-network' },
  'peer-refused': { 'in-hand-over': 'run the same again, or take it back with --abort' },
  'transfer-in-doubt': {
    undecided: 'run the same again, or take it back with --abort',
    unreachable: 'run the same again, or take it back with --abort',
  },
  'minter-not-found': 'perene minter list shows all',
  'request-invalid': { 'whole-minters': 'leave out --server' },
};

/** Returns the sentence in English, with what to do. */
export const sayInFull = (said: Said): string => {
  const sentence = describe(said, 'en');
  const advice = adviceOf(said);
  return advice === undefined ? sentence : `${sentence}; ${advice}`;
};

const adviceOf = ({ code = '', parameters = {} }: Said): string | undefined => {
  const advice = new Map(Object.entries(ADVICE)).get(code);
  if (typeof advice !== 'object') return advice;
  return 'reason' in parameters ? advice[String(parameters.reason)] : undefined;
};
