import { MACHINE_WORDS, READER_WORDS, ROBOT_WORDS } from './agents.ts';

/** Who asks: a reader with a browser, a program that somebody uses on purpose, or a robot, which is not counted. */
export type AgentKind = 'regular' | 'machine' | 'robot';

/** The rest of a longer name does not count. */
export const MAX_AGENT_LENGTH = 512;
const START_LENGTH = 3;

/**
 * Finds out whether a text has one of the words, in one pass: at each place only words that begin with the same three
 * characters are compared.
 */
const createFinder = (words: readonly string[]): ((text: string) => boolean) => {
  const byStart = new Map<string, readonly string[]>();
  for (const word of words) {
    const start = word.slice(0, START_LENGTH);
    byStart.set(start, [...(byStart.get(start) ?? []), word]);
  }
  return (text) => {
    for (let place = 0; place + START_LENGTH <= text.length; place += 1) {
      const words = byStart.get(text.slice(place, place + START_LENGTH));
      if (words?.some((word) => text.startsWith(word, place))) return true;
    }
    return false;
  };
};

const isRobot = createFinder(ROBOT_WORDS);
const isMachine = createFinder(MACHINE_WORDS);

/** Reads a `User-Agent`. Every browser begins its name as Mozilla or Opera do; what does not is a program. */
export const classifyAgent = (userAgent: string): AgentKind => {
  const named = userAgent.slice(0, MAX_AGENT_LENGTH).toLowerCase();
  const name = READER_WORDS.reduce((text, word) => text.replaceAll(word, ' '), named);
  if (isRobot(name)) return 'robot';
  return isMachine(name) || !/^(?:mozilla|opera)\//.test(name) ? 'machine' : 'regular';
};
