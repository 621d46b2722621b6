import { randomBytes } from 'node:crypto';
import { refuse } from '@perene/api/refusals';
import type { Passwords } from '../../ports/people/passwords.ts';

/** RFC 9106 and OWASP: each hash takes 19 MiB and some 30 ms of a processor, in a thread of its own. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_TOGETHER = 2;
const MAX_WAITING = 64;
const RETRY_SECONDS = 5;

/** Argon2id. The native module is loaded when somebody first signs in: most commands never need it. */
export const createArgon2Passwords = (): Passwords => {
  const takeTurn = createTurns();
  const load = () => import('@node-rs/argon2');
  let decoy: Promise<string> | undefined;
  const hash = async (password: string): Promise<string> =>
    takeTurn(async () => (await load()).hash(password, OPTIONS));
  return {
    hash,
    async isRight(known, password) {
      // Where there is no hash, one of a password that nobody knows takes as long.
      decoy ??= hash(randomBytes(16).toString('hex'));
      const compared = known ?? (await decoy);
      const isRight = await takeTurn(async () => (await load()).verify(compared, password));
      return isRight && known !== undefined;
    },
  };
};

/** Lets only a few run at a time, so that a flood of tries does not take the processor from everything else. */
const createTurns = () => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (running >= MAX_TOGETHER) {
      if (waiting.length >= MAX_WAITING) throw refuse('too-many-tries', { seconds: RETRY_SECONDS });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};
