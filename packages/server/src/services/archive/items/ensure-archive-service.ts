import { Refusal, refuse } from '@perene/api/refusals';
import { type Ibi, parseIbi, type RepositoryLabel } from '@perene/core';
import type { Catalogue, NewItem } from '../../../ports/archive/catalogue.ts';
import type { NodeFacts } from '../../../ports/node/node-facts.ts';
import type { Clock } from '../../../ports/system/clock.ts';

const FACT = 'archive.service';

type MintLabels = (count: number) => Promise<readonly { readonly repository: RepositoryLabel }[]>;

/** The label of the Archive service; undefined before the first start. */
export const findArchiveService = async (facts: NodeFacts): Promise<Ibi | undefined> => {
  const text = await facts.find(FACT);
  return text === undefined ? undefined : readService(text);
};

const readService = (text: string): Ibi => {
  const ibi = parseIbi(text);
  if (!ibi.ok) throw new Error(`the label of the Archive service is wrong: expected ${ibi.expected}`);
  return ibi.value;
};

/**
 * The Archive service is an identified item of its own Archive (RTC-11 section 9.1). Its label is the one that the
 * operator chose, or else one minted at the first start. It never changes.
 */
export const ensureArchiveService = async (needs: {
  readonly catalogue: Catalogue;
  readonly facts: NodeFacts;
  readonly clock: Clock;
  readonly mint: MintLabels;
  readonly chosen: Ibi | undefined;
}): Promise<Ibi> => {
  const { catalogue, facts, clock, chosen } = needs;
  const known = await findArchiveService(facts);
  const keep = async () => facts.keep(FACT, chosen?.text ?? (await needs.mint(1))[0]?.repository ?? '');
  const service = known ?? readService(await keep());
  const { text: label } = service;
  if (chosen !== undefined && chosen.text !== label) {
    throw refuse('archive-service-fixed', { label });
  }
  if ((await catalogue.find(label)) === undefined) {
    const at = clock.now();
    const dates = { createdAt: at, updatedAt: at };
    const item = { ...(await labelsOf(service, needs.mint)), ...dates, ...SERVICE };
    await catalogue.add([item], { who: 'perene', at, isMovingIn: true }).catch(unlessTaken);
  }
  return service;
};

/** Another process that starts at the same time may have added it. */
const unlessTaken = (error: unknown): void => {
  if (!(error instanceof Refusal) || error.code !== 'label-taken') throw error;
};

const SERVICE = { content: 'Service', state: { kind: 'original' } } as const;

/**
 * Items are stored under repository names, so a service that is known by an IBIp (RTC-11 section 7.1) gets one as well.
 */
const labelsOf = async (service: Ibi, mint: MintLabels): Promise<Pick<NewItem, 'repository' | 'ibips'>> => {
  if (service.form === 'repository') return { repository: service.text, ibips: [] };
  const [minted] = await mint(1);
  if (minted === undefined) throw new Error('no label was minted for the Archive service');
  return { repository: minted.repository, ibips: [service.text] };
};
