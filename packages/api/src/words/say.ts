import type { Said } from '../codes/parameters.ts';
import type { Say } from './sentence.ts';

type Worded = string | ((parameters: never, say: Say) => string) | { readonly [reason: string]: Worded };

/** The sentences of one language, whatever their codes. */
export type Sentences = Readonly<Record<string, Worded>>;

/**
 * Returns the sentence of a code in a language. If the code has no sentence here, or lacks parameters, returns its own
 * text.
 */
export const say = (said: Said, sentences: Sentences): string =>
  wordOf(said, sentences) ?? said.detail ?? said.code ?? '';

const wordOf = ({ code = '', parameters = {} }: Said, sentences: Sentences): string | undefined => {
  const reason = 'reason' in parameters && typeof parameters.reason === 'string' ? parameters.reason : '';
  const found = own(sentences, code);
  const sentence = typeof found === 'object' ? own(found, reason) : found;
  if (typeof sentence !== 'function') return typeof sentence === 'string' ? sentence : undefined;
  try {
    return sentence(complete(parameters) as never, (inner) => say(inner, sentences));
  } catch {
    // Another version may send other parameters, and a hostile node may send anything.
    return undefined;
  }
};

const own = (sentences: Sentences, name: string): Worded | undefined =>
  Object.hasOwn(sentences, name) ? sentences[name] : undefined;

/** Fails on a missing parameter, so that no sentence contains "undefined". */
const complete = (parameters: object): object =>
  new Proxy(parameters, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (value === undefined) throw new Error(`no ${String(name)}`);
      return value;
    },
  });
