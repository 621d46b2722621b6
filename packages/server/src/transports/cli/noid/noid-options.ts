import { shownText, type Word } from '../../noid/words.ts';

/** The options of a command line, and the words that are left without them. */
export interface NoidOptions {
  readonly words: readonly Word[];
  readonly folder: string | undefined;
  readonly seed: string | undefined;
  readonly policy: string | undefined;
  readonly wantsVersion: boolean;
  readonly wantsHelp: boolean;
  /** Lines that describe what could not be understood. */
  readonly problems: readonly string[];
}

const FLAGS = ['debug', 'version', 'help'];
const TEXTS = ['f', 'seed', 'policy'];
const OPTION = /^(?:--|-|\+)([^=]+)(?:=(.*))?$/s;

/**
 * Reads options as the original's Getopt::Long does: they stand anywhere, begin with "-", "--" or "+", and may be
 * shortened as long as they are unambiguous.
 */
export const readNoidOptions = (argv: readonly Word[]): NoidOptions => {
  const words: Word[] = [];
  const problems: string[] = [];
  const flags = new Set<string>();
  const texts = new Map<string, string>();
  let rest = [...argv];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      words.push(...rest);
      rest = [];
      continue;
    }
    const [, name = '', given] = OPTION.exec(word) ?? [];
    if (name === '') {
      words.push(word);
      continue;
    }
    const found = findOption(name.toLowerCase());
    if (found === undefined) problems.push(`Unknown option: ${shownText(name)}`);
    else if (FLAGS.includes(found)) flags.add(found);
    else {
      const value = given ?? rest.shift();
      if (value === undefined) problems.push(`Option ${found} requires an argument`);
      else texts.set(found, shownText(value));
    }
  }
  return {
    words,
    folder: texts.get('f'),
    seed: texts.get('seed'),
    policy: texts.get('policy'),
    wantsVersion: flags.has('version'),
    wantsHelp: flags.has('help'),
    problems,
  };
};

const findOption = (name: string): string | undefined => {
  const options = [...FLAGS, ...TEXTS];
  if (options.includes(name)) return name;
  const found = options.filter((option) => option.startsWith(name));
  return found.length === 1 ? found[0] : undefined;
};
