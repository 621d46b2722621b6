import { parseIbi } from '../../ibi/ibi.ts';
import type { Label } from '../../ibi/label.ts';
import { readLanguage } from '../../item/languages.ts';
import { type Answer, accept, refuse } from '../../parsing/answer.ts';
import { formatListOfPairs, type Pair, parseListOfPairs } from '../../wire/list-of-pairs.ts';
import { formatQueryString, parseQueryString } from '../../wire/query-string.ts';

export type ProposedKind = 'edition' | 'translation';

/**
 * `relationProposal`: an Archive asks the holder of `of` to link it to `item`, its own. `relationCheck`: the holder
 * asks the Archive of `item` whether it has the link; the Archive that proposed asks likewise whether an accepted link
 * is still there. `archiveService` is the label of the service that asks.
 */
export type RelationMessage = RelationProposal | RelationCheck;

interface RelationEnds {
  readonly of: Label;
  readonly item: Label;
  readonly archiveService: Label;
}

export interface RelationProposal extends RelationEnds {
  readonly subject: 'relationProposal';
  readonly kind: ProposedKind;
  /** Another one for each time that the link is proposed anew; the same when the Archive only asks what was decided. */
  readonly stamp?: string | undefined;
}

export interface RelationCheck extends RelationEnds {
  readonly subject: 'relationCheck';
  /** `nextedition`: whether `of` is the next edition of `item`. */
  readonly kind: CheckedKind;
}

type CheckedKind = ProposedKind | 'nextedition';

const SUBJECTS = ['relationProposal', 'relationCheck'] as const;
const KINDS: readonly ProposedKind[] = ['edition', 'translation'];
const CHECKED_KINDS: readonly CheckedKind[] = [...KINDS, 'nextedition'];

const STAMP = /^\d{1,20}$/;
const readStamp = (stamp: string): { readonly stamp?: string } => (STAMP.test(stamp) ? { stamp } : {});

/** The value is undefined for another message. */
export const parseRelationMessage = (query: string): Answer<RelationMessage | undefined> => {
  const pairs = parseQueryString(query);
  if (!pairs.ok) return pairs;
  const find = (wanted: string): string => pairs.value.find(({ name }) => name === wanted)?.value ?? '';
  const subject = SUBJECTS.find((known) => known === find('servicesubject'));
  if (subject === undefined) return accept(undefined);
  const kinds = subject === 'relationCheck' ? CHECKED_KINDS : KINDS;
  const kind = kinds.find((known) => known === find('relation.kind'));
  if (kind === undefined) return refuse('relation/kind', query.length, `relation.kind, ${kinds.join(' or ')}`);
  const of = parseIbi(find('relation.of'));
  if (!of.ok) return refuse('relation/of', query.length, 'relation.of, the label of an item');
  const item = parseIbi(find('relation.item'));
  if (!item.ok) return refuse('relation/item', query.length, 'relation.item, the label of an item');
  const service = parseIbi(find('ibi.archiveservice'));
  if (!service.ok) return refuse('relation/service', query.length, 'ibi.archiveservice, the label of an Archive');
  const ends = { of: of.value.text, item: item.value.text, archiveService: service.value.text };
  return accept({ subject, kind, ...ends, ...readStamp(find('relation.stamp')) } as RelationMessage);
};

export const formatRelationMessage = (message: RelationMessage): string =>
  formatQueryString([
    ['servicesubject', message.subject],
    ['relation.kind', message.kind],
    ['relation.of', message.of],
    ['relation.item', message.item],
    ['ibi.archiveservice', message.archiveService],
    ...('stamp' in message && message.stamp !== undefined ? [['relation.stamp', message.stamp] as const] : []),
  ]);

/**
 * `pending`: a person will decide. `unknown`: the Archive does not hold that original. `unconfirmed`: the Archive of
 * the item, as the resolver finds it, does not confirm the link. `busy`: ask again later.
 */
type ProposalOutcome = (typeof OUTCOMES)[number];
const OUTCOMES = ['pending', 'accepted', 'refused', 'unknown', 'unconfirmed', 'busy'] as const;

export interface ProposalAnswer {
  readonly outcome: ProposalOutcome;
  /** The reason, for people. */
  readonly reason: string;
  /** The same as JSON, if the Archive has a code for it. */
  readonly because: string;
  /** The language of the original that is to be linked, if its Archive knows it. */
  readonly language?: string | undefined;
}

export interface CheckAnswer {
  /** Whether the item has this link. */
  readonly isSaid: boolean;
  readonly language: string | undefined;
  readonly title: string;
  /** The stamp of its proposal of this link, if it has one. */
  readonly stamp?: string | undefined;
  /** Whether the Archive trusts the service that asks. */
  readonly isTrusting: boolean;
}

const MAX_TEXT_LENGTH = 2_000;

const write = (pairs: readonly Pair[]): string => {
  const written = formatListOfPairs(pairs);
  return written.ok ? written.value : '';
};
const textPair = (name: string, text: string): readonly Pair[] =>
  text === ''
    ? []
    : [{ name, value: encodeURIComponent(text.slice(0, MAX_TEXT_LENGTH).replaceAll(/\p{Surrogate}/gu, '?')) }];

const languagePair = (language: string | undefined): readonly Pair[] =>
  language === undefined ? [] : [{ name: 'relation.language', value: language }];

export const formatProposalAnswer = ({ outcome, reason, because, language }: ProposalAnswer): string =>
  write([
    { name: 'relation.outcome', value: outcome },
    ...languagePair(language),
    ...textPair('relation.reason', reason),
    ...textPair('relation.because', because),
  ]);

export const formatCheckAnswer = ({ isSaid, language, title, stamp, isTrusting }: CheckAnswer): string =>
  write([
    { name: 'relation.said', value: isSaid ? 'yes' : 'no' },
    ...languagePair(language),
    ...textPair('relation.title', title),
    ...(stamp === undefined ? [] : [{ name: 'relation.stamp', value: stamp }]),
    { name: 'relation.trust', value: isTrusting ? 'yes' : 'no' },
  ]);

/** Reads the words of an Archive, which may be hostile. */
const readWords = (text: string): Answer<(name: string) => string> => {
  const pairs = parseListOfPairs(text);
  if (!pairs.ok) return pairs;
  return accept((wanted) => {
    const value = pairs.value.find(({ name }) => name === wanted)?.value;
    return typeof value === 'string' ? value : '';
  });
};

const readText = (escaped: string): string => {
  try {
    return decodeURIComponent(escaped.slice(0, MAX_TEXT_LENGTH * 12)).slice(0, MAX_TEXT_LENGTH);
  } catch {
    return '';
  }
};

export const parseProposalAnswer = (text: string): Answer<ProposalAnswer> => {
  const words = readWords(text);
  if (!words.ok) return words;
  const outcome = OUTCOMES.find((known) => known === words.value('relation.outcome'));
  return outcome === undefined
    ? refuse('relation/outcome', 0, `relation.outcome, ${OUTCOMES.join(' or ')}`)
    : accept({
        outcome,
        reason: readText(words.value('relation.reason')),
        because: readText(words.value('relation.because')),
        language: readLanguage(words.value('relation.language')),
      });
};

export const parseCheckAnswer = (text: string): Answer<CheckAnswer> => {
  const words = readWords(text);
  if (!words.ok) return words;
  const said = words.value('relation.said');
  if (said !== 'yes' && said !== 'no') return refuse('relation/said', 0, 'relation.said, yes or no');
  return accept({
    isSaid: said === 'yes',
    language: readLanguage(words.value('relation.language')),
    title: readText(words.value('relation.title')),
    ...readStamp(words.value('relation.stamp')),
    isTrusting: words.value('relation.trust') === 'yes',
  });
};
