import type { QuickSecrets } from '../../ports/system/secrets.ts';

/** Loaded with the first secret, because most commands of noid need none and so start faster. */
const crypto = () => process.getBuiltinModule('node:crypto');

export const createQuickSecrets = (): QuickSecrets => ({
  randomBytes: (count) => crypto().randomBytes(count),
  sha256: (text) => crypto().createHash('sha256').update(text).digest('hex'),
  sha512: (text) => crypto().hash('sha512-256', text, 'binary'),
  isSame: (one, other) => one.length === other.length && crypto().timingSafeEqual(Buffer.from(one), Buffer.from(other)),
});
