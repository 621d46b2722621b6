import type { Secrets } from '../../ports/system/secrets.ts';
import { createQuickSecrets } from './quick-secrets.ts';
import { rememberKeyHashes } from './remembered-key-hashes.ts';
import { createScryptKeyHashes } from './scrypt-key-hashes.ts';

export const createSecrets = (): Secrets => ({
  ...createQuickSecrets(),
  ...rememberKeyHashes(createScryptKeyHashes()),
});
