import type { Said } from '../codes/parameters.ts';

/** Puts what was refused before, or elsewhere, into the same language. */
export type Say = (said: Said) => string;

type Phrase<Parameters> = [Exclude<keyof Parameters, 'reason'>] extends [never]
  ? string
  : (parameters: Parameters, say: Say) => string;

/** A text, or a function of the parameters; where there are several reasons, one of these for each. */
export type SentenceOf<Parameters> = [Parameters] extends [{ readonly reason: infer Reason extends string }]
  ? { readonly [Each in Reason]: Phrase<Of<Parameters, Each>> }
  : Phrase<Parameters>;

/** Those parameters that have the reason, which may be one of several that share them. */
type Of<Parameters, Reason extends string> = Parameters extends { readonly reason: infer Some }
  ? Reason extends Some
    ? Parameters
    : never
  : never;

/** The sentences of all codes: none can be missing, and none has a reason or a parameter that the code lacks. */
export type WordsFor<Codes> = { readonly [Code in keyof Codes]: SentenceOf<Codes[Code]> };
