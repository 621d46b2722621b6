import { sha256 } from '@perene/core/trust';
import { describe, expect, it } from 'vitest';
import { verifyEd25519 } from '../../../../tests/fixtures/ed25519.ts';
import { readTrustVectors } from '../../../../tests/fixtures/trust-vectors.ts';
import { type Checking, checkItem } from './check-item.ts';
import { verifyTexts } from './texts.ts';

interface Named {
  readonly name: string;
  readonly proof: { readonly manifest: { readonly files: readonly { path: string }[] } };
}

const { proofs } = readTrustVectors<{
  readonly proofs: readonly [Named, ...(readonly Named[])];
}>('proofs.json'); // vectors/trust/proofs.json
const { proof } = proofs[0];
const DISPUTED = JSON.stringify(proofs.find(({ name }) => name === 'two originals')?.proof);
const { manifest, ...withoutManifest } = proof;

const check = (changed: Partial<Checking> = {}) =>
  checkItem({
    readProof: async () => JSON.stringify(proof),
    readFile: async () => new Uint8Array([1]),
    verify: async (signature) => verifyEd25519(signature),
    hash: async (bytes) => sha256(bytes),
    path: manifest.files[0]?.path,
    ...changed,
  });

const fileStep = async (changed: Partial<Checking>) => (await check(changed)).at(-1);

describe('an item that a reader checks', () => {
  it('passes where all is as it should be, except for keys that the reader does not know', async () => {
    const steps = await check();
    expect(steps.filter(({ verdict }) => verdict !== 'passed').map(({ step }) => step)).toEqual([
      'log-key',
      'witnesses',
      'file',
    ]);
    for (const { step, verdict, reasons } of steps) {
      for (const language of ['en', 'pt-BR']) {
        const texts = verifyTexts(language);
        expect(texts.steps[step] && texts.verdicts[verdict]).toBeTruthy();
        for (const reason of reasons) expect(texts.reasons[reason]).toBeTruthy();
      }
    }
  });

  it('says that another Archive claims it, too, and fails nothing by that', async () => {
    const steps = await check({ readProof: async () => DISPUTED });
    const history = { step: 'history', verdict: 'passed', reasons: ['history/of-another'] };
    expect(steps).toContainEqual(history);
    for (const language of ['en', 'pt']) expect(verifyTexts(language).reasons['history/of-another']).toBeTruthy();
  });

  it('says what it could not check, and why', async () => {
    expect(await check({ readProof: async () => undefined })).toEqual([
      { step: 'proof', verdict: 'impossible', reasons: ['not-logged'] },
    ]);
    expect(await check({ readProof: async () => '{}' })).toMatchObject([{ step: 'proof', verdict: 'failed' }]);
    const blind = await check({ verify: async () => undefined });
    expect(blind.filter(({ reasons }) => reasons.includes('no-crypto')).map(({ step }) => step)).toEqual([
      'claims',
      'keys',
      'checkpoint',
      'witnesses',
    ]);
    for (const reason of ['too-large', 'closed'] as const) {
      expect(await fileStep({ readFile: async () => reason })).toMatchObject({
        verdict: 'impossible',
        reasons: [reason],
      });
    }
    expect(await fileStep({ readFile: async () => undefined })).toMatchObject({ reasons: ['no-file'] });
    expect(await fileStep({ readProof: async () => JSON.stringify(withoutManifest) })).toMatchObject({
      verdict: 'impossible',
      reasons: ['proof/no-manifest'],
    });
  });

  it('fails where a signature is wrong, or the file is another', async () => {
    const steps = await check({ verify: async () => false });
    expect(steps.filter(({ verdict }) => verdict === 'failed').map(({ step }) => step)).toEqual(
      expect.arrayContaining(['claims', 'keys', 'checkpoint', 'file']),
    );
  });
});
