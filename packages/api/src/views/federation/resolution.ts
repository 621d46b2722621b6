import { Type } from 'typebox';
import { text, wordOf } from '../parts.ts';
import { AlertEvidenceSchema } from './alert.ts';
import { KnownArchiveSchema, MAX_STEPS, SaidFields, TraceStepSchema } from './trace.ts';

/** Why an Archive could not be heard. */
export const SILENCES = ['unreachable', 'quiet', 'unsure', 'unreadable', 'no-time-left', 'switched-off'] as const;

const archive = KnownArchiveSchema.properties;
const maybe = (description: string) => Type.Optional(text(description));
const listOf = (description: string, more: Parameters<typeof Type.Object>[0]) =>
  Type.Optional(Type.Array(Type.Object({ ...archive, ...more }), { description }));

export const ResolutionSchema = Type.Object({
  outcome: wordOf(
    [
      'found',
      'malformed',
      'unknown',
      'untranslated',
      'missing',
      'reserved',
      'removed',
      'disputed',
      'uncertain',
      'no-original',
      'unusable',
      'endless',
    ],
    'What it came to',
  ),
  ibi: maybe('The label asked for, in canonical spelling'),
  url: maybe('found: where it leads'),
  archive: Type.Optional(Type.Object(archive, { description: 'found, unusable, reserved: which Archive answered' })),
  state: maybe('found: Original or Copy, where the Archive told'),
  copy: Type.Optional(
    wordOf(['same', 'earlier', 'other'], 'found: whether a signed copy is what the original is or was, by the log'),
  ),
  citedAs: maybe('found: a label of the item that it leads to, where the Archive told'),
  isByLanguage: Type.Optional(Type.Boolean({ description: 'found: Accept-Language decided' })),
  changes: Type.Optional(Type.Array(Type.String(), { description: 'found: what was repaired in the URL' })),
  text: maybe('malformed: what was given'),
  problem: maybe('malformed: a stable code'),
  position: Type.Optional(Type.Integer({ description: 'malformed: of the character that does not fit, from 0' })),
  expected: maybe('malformed: what was expected there'),
  language: maybe('untranslated: the language asked for'),
  languages: Type.Optional(Type.Array(Type.String(), { description: 'untranslated: those that there are' })),
  removals: listOf('removed, no-original: by which Archives', {
    removedAt: maybe('ISO 8601'),
    title: maybe('What it was'),
    reason: maybe('Why it was removed'),
  }),
  claims: listOf('disputed: Archives that claim the original', {
    url: maybe(''),
    timestamp: maybe('ISO 8601'),
    signed: maybe('The claim as it was signed; empty if it cannot be read'),
  }),
  evidence: Type.Optional(AlertEvidenceSchema),
  what: Type.Optional(wordOf(['file', 'metadata', 'document'], 'missing: what there is not')),
  path: maybe('missing: of the file that was asked for'),
  since: maybe('reserved: since when; ISO 8601'),
  isEnded: Type.Optional(Type.Boolean({ description: 'reserved: nothing will ever have the label' })),
  away: listOf('unknown: Archives that were not asked, for they take no part any more', {
    state: Type.String({ description: 'excluded or revoked' }),
    since: Type.String({ description: 'ISO 8601' }),
  }),
  silent: listOf('uncertain: Archives that did not answer; found, for an original: who might have claimed it, too', {
    code: wordOf(SILENCES, 'What kept it silent'),
    reason: text('In words'),
    because: Type.Optional(Type.Object(SaidFields, { description: 'The same as data' })),
    since: maybe('switched-off: ISO 8601'),
  }),
  retryAfterSeconds: Type.Optional(Type.Integer({ description: 'uncertain: when to ask again' })),
  copies: listOf('no-original: Archives that hold a copy', {}),
  chain: Type.Optional(
    Type.Array(Type.String(), { description: 'endless: labels with their modifiers, in the order they led on' }),
  ),
  steps: Type.Optional(
    Type.Array(TraceStepSchema, {
      description: `What was asked, answered and decided, with trace=yes; at most ${MAX_STEPS}`,
    }),
  ),
});
