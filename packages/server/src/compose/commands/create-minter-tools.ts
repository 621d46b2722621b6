import { createQuickSecrets } from '../../adapters/system/quick-secrets.ts';
import { createPatterns } from '../../adapters/system/re2-patterns.ts';
import { createSystemClock } from '../../adapters/system/system-clock.ts';
import type { MinterTools } from '../../services/noid/minters/minter-work.ts';

/** Makes the tools of minters that have no node around them. */
export const createMinterTools = (): MinterTools => ({
  clock: createSystemClock(),
  secrets: createQuickSecrets(),
  patterns: createPatterns(),
});
