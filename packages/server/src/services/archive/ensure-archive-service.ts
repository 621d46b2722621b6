import { type Ibi, parseIbi } from '@perene/core';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NodeFacts } from '../../ports/node-facts.ts';
import { Refusal } from '../../refusals/refusal.ts';

const FACT = 'archive.service';

/**
 * The Archive service is an identified item of its own Archive (RTC-11 section 9.1). Its label is the one that the
 * operator chose, the one minted at the first start otherwise, and never changes again.
 */
export const ensureArchiveService = async (needs: {
  readonly catalogue: Catalogue;
  readonly facts: NodeFacts;
  readonly clock: Clock;
  readonly mint: (count: number) => Promise<readonly { readonly repository: string; readonly ibip?: string }[]>;
  readonly chosen: Ibi | undefined;
}): Promise<string> => {
  const { catalogue, facts, clock, chosen } = needs;
  const known = await facts.find(FACT);
  const label = known ?? (await facts.keep(FACT, chosen?.text ?? (await needs.mint(1))[0]?.repository ?? ''));
  if (chosen !== undefined && chosen.text !== label) {
    throw new Refusal(
      'archive-service-fixed',
      `the Archive service of this data is ${label} and stays so: leave --archive-service out`,
    );
  }
  if ((await catalogue.find(label)) === undefined) {
    const at = clock.now();
    const dates = { createdAt: at, updatedAt: at };
    const item = { ...labelsOf(label), ...dates, content: 'Service', state: { kind: 'original' } } as const;
    await catalogue.add([item], { who: 'perene', at }).catch(unlessTaken);
  }
  return label;
};

/** Another process that starts at the same time may have been faster. */
const unlessTaken = (error: unknown): void => {
  if (!(error instanceof Refusal) || error.code !== 'label-taken') throw error;
};

/** Documents and answers are filed under repository names. */
const labelsOf = (label: string): { repository: string; ibips: readonly string[] } => {
  const ibi = parseIbi(label);
  if (ibi.ok && ibi.value.form === 'repository') return { repository: label, ibips: [] };
  throw new Refusal('label-invalid', `the Archive service needs a repository name, which "${label}" is not`);
};
