import { describe, expect, it } from 'vitest';
import { verifyEd25519 } from '../../../../../tests/fixtures/ed25519.ts';
import { readTrustVectors, unwrap } from '../../../../../tests/fixtures/trust-vectors.ts';
import type { Label } from '../../ibi/label.ts';
import { formatListOfPairs } from '../../wire/list-of-pairs.ts';
import { parseUrlList, type ReadUrlList } from '../../wire/url-list.ts';
import { formatClaimPairs, labelOfForms, namesLabel, readClaimPairs } from './claim-pairs.ts';
import { signatureCheckOf } from './signed.ts';
import { formatStatement } from './statement.ts';

const vectors = readTrustVectors<{
  readonly valid: readonly {
    readonly name: string;
    readonly answer: string;
    readonly claim: string | null;
    readonly isSignatureValid: boolean | null;
  }[];
  readonly invalid: readonly { readonly answer: string; readonly problem: string; readonly why: string }[];
}>('claim-pairs.json'); // vectors/trust/claim-pairs.json

const listOf = (text: string): ReadUrlList => {
  const list = unwrap(parseUrlList(text));
  if (list === undefined) throw new Error('no list');
  return list;
};

const claimPairsOf = (text: string): readonly string[] =>
  text.split('\r\n').filter((line) => line.startsWith('claim.'));

describe('the claim in an answer to urlRequest', () => {
  it.each(vectors.valid)('$name', ({ answer, claim, isSignatureValid }) => {
    const list = listOf(answer);
    const read = unwrap(readClaimPairs(list));
    expect(read && formatStatement(read.statement)).toBe(claim ?? undefined);
    if (read === undefined) return;
    expect(verifyEd25519(signatureCheckOf(read))).toBe(isSignatureValid);
    const { ibi, state } = list.related.get('') ?? {};
    const written = unwrap(formatListOfPairs(formatClaimPairs(read, { ibip: ibi?.ibip?.text, state })));
    expect(written.split('\r\n').sort()).toEqual([...claimPairsOf(answer)].sort());
  });

  it.each(vectors.invalid)('is refused: $why', ({ answer, problem }) => {
    const read = readClaimPairs(listOf(answer));
    expect(read).toMatchObject({ ok: false, problem, position: 0 });
  });

  it('tells which pair is wrong', () => {
    expect(readClaimPairs(listOf(vectors.invalid[0]?.answer ?? ''))).toMatchObject({
      expected: 'in claim.hash: one word',
    });
  });

  it('is evidence only for the labels that it has', () => {
    const { statement } = unwrap(readClaimPairs(listOf(vectors.valid[0]?.answer ?? ''))) ?? {};
    if (statement === undefined) throw new Error('no claim');
    expect(namesLabel(statement, statement.repository as Label)).toBe(true);
    expect(namesLabel(statement, statement.ibip as Label)).toBe(true);
    expect(namesLabel(statement, statement.archiveService)).toBe(false);
  });

  it('names items and services by repository name, else by IBIp', () => {
    const { archiveService } = listOf(vectors.valid[0]?.answer ?? '');
    expect(archiveService && labelOfForms(archiveService)).toBe('sid.inpe.br/mtc-m18/2008/03.17.15.17');
    expect(labelOfForms({ repository: undefined, ibip: archiveService?.ibip })).toBe('8JMKD3MGP8W/34HPDUS');
    expect(labelOfForms({ repository: undefined, ibip: undefined })).toBeUndefined();
  });
});
