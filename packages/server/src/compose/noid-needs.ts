import { createPatterns } from '../adapters/system/re2-patterns.ts';
import { createSecrets } from '../adapters/system/secrets.ts';
import { createSystemClock } from '../adapters/system/system-clock.ts';
import type { MinterNeeds } from '../services/noid/minter-work.ts';

export const createNoidNeeds = (): MinterNeeds => ({
  clock: createSystemClock(),
  secrets: createSecrets(),
  patterns: createPatterns(),
});
