import type { Misfit, Said } from '../codes/parameters.ts';
import type { AlertEvidence } from '../views/federation/alert.ts';
import { EVIDENCE as ENGLISH_EVIDENCE } from './english/evidence.ts';
import { at as inEnglish } from './english/grammar.ts';
import { HISTORY as ENGLISH_HISTORY } from './english/history.ts';
import { ENGLISH } from './english/index.ts';
import { METADATA as ENGLISH_METADATA } from './english/metadata.ts';
import { OUTCOMES as ENGLISH_OUTCOMES, OUTCOME_TITLES as ENGLISH_TITLES } from './english/outcomes.ts';
import { type DescribedEvidence, describeEvidence as describeBy } from './evidence-words.ts';
import { type ToldChange, tellChange } from './history/history-words.ts';
import { languageName } from './language-names.ts';
import { describeMetadata, type MetadataTexts } from './metadata-words.ts';
import { type OutcomeTexts, type ResolvedOutcome, titleOf } from './outcome-words.ts';
import { EVIDENCE as PORTUGUESE_EVIDENCE } from './portuguese/evidence.ts';
import { at as inPortuguese } from './portuguese/grammar.ts';
import { HISTORY as PORTUGUESE_HISTORY } from './portuguese/history.ts';
import { PORTUGUESE } from './portuguese/index.ts';
import { METADATA as PORTUGUESE_METADATA } from './portuguese/metadata.ts';
import { OUTCOMES as PORTUGUESE_OUTCOMES, OUTCOME_TITLES as PORTUGUESE_TITLES } from './portuguese/outcomes.ts';
import { say } from './say.ts';

export type { DescribedEvidence } from './evidence-words.ts';
export { authorName, type ToldChange } from './history/history-words.ts';
export { languageName, THREE_LETTER_LANGUAGES } from './language-names.ts';
export type { OutcomeTexts } from './outcome-words.ts';
export { expectedInPortuguese } from './portuguese/grammar.ts';

/** The languages in which a node writes to people. */
export type Language = 'en' | 'pt';

const WORDS = { en: ENGLISH, pt: PORTUGUESE };

/**
 * Tells a person what a code means. A code, a reason or parameters of another version have no words here; then `detail`
 * stands for them.
 */
export const describe = (said: Said, language: Language): string => say(said, WORDS[language]);

/** Tells where a text does not fit its grammar, and what was expected there. */
export const describeMisfit = (unfit: Misfit, language: Language): string =>
  language === 'pt' ? inPortuguese(unfit) : inEnglish(unfit);

/** Returns a code for programs, with its words for people. */
export const inWords = (said: Said, language: Language) => ({
  ...(said.code !== undefined && { code: said.code }),
  ...(said.parameters !== undefined && { parameters: said.parameters }),
  detail: describe(said, language),
});

const METADATA = { en: describeMetadata(ENGLISH_METADATA), pt: describeMetadata(PORTUGUESE_METADATA) };

/** Returns the words of forms and pages about fields of metadata. */
export const metadataTexts = (language: Language): MetadataTexts => METADATA[language];

const HISTORY = { en: ENGLISH_HISTORY, pt: PORTUGUESE_HISTORY };

/** Tells a person what an entry of the history says: what was done, and each part that changed. */
export const tellHistory = (
  entry: { readonly action: string; readonly detail?: unknown },
  language: Language,
): ToldChange =>
  tellChange(entry, {
    texts: HISTORY[language],
    metadata: METADATA[language],
    languageName: (tag) => languageName(tag, language),
  });

const TITLES = { en: ENGLISH_TITLES, pt: PORTUGUESE_TITLES };

/** Returns the outcome of a resolution in a few words. */
export const outcomeTitle = ({ language: wanted, ...resolved }: ResolvedOutcome, language: Language): string =>
  titleOf({ ...resolved, language: wanted && languageName(wanted, language) }, TITLES[language]);

const OUTCOMES = { en: ENGLISH_OUTCOMES, pt: PORTUGUESE_OUTCOMES };

/** Returns the words of pages about a resolution that leads nowhere. */
export const outcomeTexts = (language: Language): OutcomeTexts => OUTCOMES[language];

const EVIDENCE = { en: ENGLISH_EVIDENCE, pt: PORTUGUESE_EVIDENCE };

/** Tells what the evidence of an alert shows (decision 34). */
export const describeEvidence = (
  evidence: AlertEvidence,
  language: Language,
  formatDate: (time: string) => string = (time) => time,
): DescribedEvidence | undefined => {
  try {
    return describeBy(evidence, EVIDENCE[language], formatDate);
  } catch {
    // It may come from a node of another version, or from a hostile one.
    return undefined;
  }
};
