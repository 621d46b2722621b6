import type { Said } from '../codes/parameters.ts';
import { ENGLISH } from './english/index.ts';
import { METADATA as ENGLISH_METADATA } from './english/metadata.ts';
import { describeMetadata, type MetadataTexts } from './metadata-words.ts';
import { PORTUGUESE } from './portuguese/index.ts';
import { METADATA as PORTUGUESE_METADATA } from './portuguese/metadata.ts';
import { say } from './say.ts';

export { expectedInPortuguese } from './portuguese/grammar.ts';

/** The languages in which a node writes to people. */
export type Language = 'en' | 'pt';

const WORDS = { en: ENGLISH, pt: PORTUGUESE };

/**
 * What a code means, for a person. A code, a reason or parameters of another version have no words here: then `detail`
 * stands for them.
 */
export const describe = (said: Said, language: Language): string => say(said, WORDS[language]);

const METADATA = { en: describeMetadata(ENGLISH_METADATA), pt: describeMetadata(PORTUGUESE_METADATA) };

/** What forms and pages say about fields of metadata. */
export const metadataTexts = (language: Language): MetadataTexts => METADATA[language];
