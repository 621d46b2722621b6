import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../ports/secrets.ts';

export const createSecrets = (): Secrets => ({
  randomBytes,
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
  isSame: (one, other) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other)),
});
