import type { Said } from '../codes/parameters.ts';

/** Puts an inner refusal, which came before or from elsewhere, into the same language. */
export type Say = (said: Said) => string;

type Phrase<Parameters> = [Exclude<keyof Parameters, 'reason'>] extends [never]
  ? string
  : (parameters: Parameters, say: Say) => string;

/** A text, or a function of the parameters; for a code with several reasons, one of these for each reason. */
export type SentenceOf<Parameters> = [Parameters] extends [{ readonly reason: infer Reason extends string }]
  ? { readonly [Each in Reason]: Phrase<Of<Parameters, Each>> }
  : Phrase<Parameters>;

/** The parameters with this reason, which may be one of several reasons that share them. */
type Of<Parameters, Reason extends string> = Parameters extends { readonly reason: infer Some }
  ? Reason extends Some
    ? Parameters
    : never
  : never;

/** The sentences of all codes: none can be missing, and none has a reason or a parameter that the code lacks. */
export type WordsFor<Codes> = { readonly [Code in keyof Codes]: SentenceOf<Codes[Code]> };
