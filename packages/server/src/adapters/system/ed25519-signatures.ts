import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type { Answer } from '@perene/core';
import {
  encodeUtf8,
  formatStatement,
  publicKeyOf,
  type SignatureCheck,
  signatureCheckOf,
  signatureOf,
} from '@perene/core/trust';
import { LRUCache } from 'lru-cache';
import type { Signatures } from '../../ports/system/signatures.ts';

/** A raw public key is the end of its DER form. */
const RAW_KEY_LENGTH = 32;
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export const createEd25519Signatures = (): Signatures => ({
  createKey: () =>
    generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  open(privateKey) {
    const secret = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
    const der = createPublicKey(secret).export({ format: 'der', type: 'spki' });
    const key = made(publicKeyOf(der.subarray(-RAW_KEY_LENGTH)));
    return {
      key,
      sign: (statement) => ({
        statement,
        key,
        signature: made(signatureOf(sign(null, encodeUtf8(formatStatement(statement)), secret))),
      }),
      signBytes: (message) => Uint8Array.from(sign(null, message, secret)),
    };
  },
  isValid: (signed) => isSignature(signatureCheckOf(signed)),
  verify: isSignature,
  sha256: (bytes) => new Uint8Array(hash('sha256', bytes, 'buffer')),
});

/** Few keys sign many statements, and to read a key takes half as long as to verify with it. */
const knownKeys = new LRUCache<string, KeyObject>({ max: 1_000 });

const readKey = (bytes: Uint8Array): KeyObject => {
  const der = Buffer.concat([SPKI_PREFIX, bytes]);
  const name = der.toString('latin1');
  const key = knownKeys.get(name) ?? createPublicKey({ key: der, format: 'der', type: 'spki' });
  knownKeys.set(name, key);
  return key;
};

const isSignature = ({ key, message, signature }: SignatureCheck): boolean =>
  verify(null, message, readKey(key), signature);

/** Node.js makes keys and signatures of the right length only. */
const made = <Value>(answer: Answer<Value>): Value => {
  if (answer.ok) return answer.value;
  throw new Error(`a key or a signature is wrong: ${answer.problem}`);
};
