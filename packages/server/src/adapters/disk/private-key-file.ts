import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { misfit, refuse } from '@perene/api/refusals';
import { refuse as unfit } from '@perene/core';
import { codeOf } from './disk-failure.ts';

/** Reads an Ed25519 key in PEM, and returns it as the database would keep it. */
export const readPrivateKey = async (path: string): Promise<string> => {
  const text = await readFile(path).catch((error: unknown) => {
    throw refuse('file-unreadable', { reason: 'failed', path, cause: codeOf(error) ?? 'unknown' });
  });
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType === 'ed25519') return key.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  } catch {
    // It is no key at all; what it is must not be told.
  }
  const expected = unfit('setting/key-file', 0, 'an Ed25519 private key in PEM');
  throw refuse('setting-invalid', { reason: 'expected', setting: path, ...misfit(expected) });
};
