import { parseIbi } from '@perene/core';
import { formatHash, type Handover, instantOf, parseTransferId } from '@perene/core/trust';
import { describe, expect, it } from 'vitest';
import { createEd25519Signatures } from './ed25519-signatures.ts';

const signatures = createEd25519Signatures();

const label = (text: string) => {
  const ibi = parseIbi(text);
  if (!ibi.ok) throw new Error(text);
  return ibi.value.text;
};

const offer = (): Handover => {
  const transfer = parseTransferId('0123456789abcdef');
  if (!transfer.ok) throw new Error('no name');
  return {
    kind: 'offer',
    transfer: transfer.value,
    label: label('sid.inpe.br/mtc-m18@80/2009/02.16.17.46'),
    hash: formatHash(signatures.sha256(new Uint8Array([1]))),
    sender: label('sid.inpe.br/mtc-m18@80/2009/02.16.17.47'),
    receiver: label('sid.inpe.br/mtc-m18@80/2009/02.16.17.48'),
    time: instantOf(1_800_000_000),
  };
};

describe('a signature', () => {
  it('holds for the statement and the key, and for nothing else', () => {
    const signer = signatures.open(signatures.createKey());
    const signed = signer.sign(offer());
    expect(signatures.isValid(signed)).toBe(true);
    expect(signatures.isValid({ ...signed, statement: { ...signed.statement, time: instantOf(1_800_000_001) } })).toBe(
      false,
    );
    expect(signatures.isValid({ ...signed, key: signatures.open(signatures.createKey()).key })).toBe(false);
  });

  it('is the same when the key was kept and opened again', () => {
    const kept = signatures.createKey();
    expect(signatures.open(kept).sign(offer())).toEqual(signatures.open(kept).sign(offer()));
  });
});
