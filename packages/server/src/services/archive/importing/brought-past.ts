import { refuse } from '@perene/api/refusals';
import { parseSigned } from '@perene/core/trust';
import type { BroughtRecord, ToldEntry } from '../../../ports/archive/catalogue-records.ts';
import type { Signatures } from '../../../ports/system/signatures.ts';
import type { RecordedDescription } from './import-record.ts';
import { isJsonObject, type RecordFields, readFields } from './record-fields.ts';

const MAX_ENTRIES = 100_000;
const MAX_CLAIMS = 100_000;
const MAX_NAME_LENGTH = 1_000;

/** Reads what an item brings along; undefined if it says nothing of its past. */
export const readBrought = (fields: RecordFields): BroughtRecord | undefined => {
  const history = fields.list('history');
  const claims = fields.texts('claims');
  if (history === undefined && claims === undefined) return undefined;
  if ((history?.length ?? 0) > MAX_ENTRIES) throw fields.expected('history', 'history');
  if ((claims?.length ?? 0) > MAX_CLAIMS) throw fields.expected('claims', 'claims');
  return {
    history: (history ?? []).map((entry, index) => readEntry(fields, entry, `history[${index}]`)),
    claims: claims ?? [],
  };
};

const readEntry = (fields: RecordFields, entry: unknown, place: string): ToldEntry => {
  if (!isJsonObject(entry)) throw fields.expected(place, 'object');
  const inner = readFields(entry, `${place}.`);
  const [at, who, action] = [inner.text('at'), inner.text('who'), inner.text('action')];
  const detail = inner.value('detail');
  const isDated = inner.time('at') !== undefined;
  inner.finish();
  const isWhole = [at, who, action].every((text) => text !== undefined && text.length <= MAX_NAME_LENGTH);
  if (!isDated || !isWhole) throw fields.expected(place, 'history');
  return { at: at ?? '', who: who ?? '', action: action ?? '', ...(detail !== undefined && { detail }) };
};

/** A statement must be about the item, and signed with the key that it names. Whose key that is, nobody here says. */
export const checkClaims = (
  signatures: Pick<Signatures, 'isValid'>,
  { repository, brought }: Pick<RecordedDescription, 'repository' | 'brought'>,
): void => {
  for (const [index, text] of (brought?.claims ?? []).entries()) {
    const signed = parseSigned(text);
    const isAbout =
      signed.ok && 'repository' in signed.value.statement && signed.value.statement.repository === repository;
    if (isAbout && signatures.isValid(signed.value)) continue;
    throw refuse('record-invalid', { reason: 'field', place: `claims[${index}]`, expected: 'claims' });
  }
};
