import { refuse } from '@perene/api/refusals';
import type { OneTimeCodes } from '../../ports/people/one-time-codes.ts';
import type { People, Person } from '../../ports/people/people.ts';
import type { Clock } from '../../ports/system/clock.ts';
import type { QuickSecrets } from '../../ports/system/secrets.ts';

/** A second factor: the app of a phone, and codes on paper for the day on which the phone is lost. */
export interface SecondFactors {
  /** Returns a secret, which counts only once it is confirmed with a code. */
  begin(): string;
  /** Returns recovery codes, each of which works once. */
  confirm(person: Person, given: { readonly secret: string; readonly code: string }): Promise<readonly string[]>;
  /** Whether the code is right. Each works once. */
  use(person: Person, code: string): Promise<boolean>;
  remove(id: string): Promise<void>;
}

const STEP_MICROSECONDS = 30_000_000n;
/** Clocks of phones may be a step behind or ahead. */
const NEIGHBOURS = [0n, -1n, 1n];
const SECRET = /^[A-Z2-7]{32}$/;
const CODE = /^\d{6}$/;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 8;

export const createSecondFactors = (needs: {
  readonly people: People;
  readonly codes: OneTimeCodes;
  readonly clock: Clock;
  readonly secrets: QuickSecrets;
}): SecondFactors => {
  const { people, codes, clock, secrets } = needs;
  const hashOf = (code: string): string => secrets.sha256(`recovery ${code}`);
  /** Returns the step that a code belongs to. */
  const stepOf = (secret: string, code: string): bigint | undefined => {
    const now = clock.now() / STEP_MICROSECONDS;
    return NEIGHBOURS.map((neighbour) => now + neighbour).find((step) =>
      secrets.isSame(codes.codeAt(secret, step), code),
    );
  };
  return {
    begin: () => codes.makeSecret(),
    async confirm(person, { secret, code: given }) {
      const code = given.replaceAll(/\s/g, '');
      const step = SECRET.test(secret) && CODE.test(code) ? stepOf(secret, code) : undefined;
      if (step === undefined) throw refuse('code-wrong');
      const recovery = Array.from({ length: RECOVERY_CODES }, () =>
        secrets.randomBytes(RECOVERY_BYTES).toString('hex'),
      );
      await people.setSecondFactor(person.id, { secret, step, recoveryHashes: recovery.map(hashOf) });
      return recovery.map((text) => (text.match(/.{4}/g) ?? []).join('-'));
    },
    async use({ id }, given) {
      const code = given.replaceAll(/[\s-]/g, '').toLowerCase();
      const factor = await people.findSecondFactor(id);
      if (factor === undefined) return false;
      const step = CODE.test(code) ? stepOf(factor.secret, code) : undefined;
      // A code that was seen over a shoulder does not work again.
      if (step !== undefined) return people.useStep(id, step);
      return people.useRecoveryCode(id, hashOf(code));
    },
    remove: (id) => people.setSecondFactor(id, undefined),
  };
};
