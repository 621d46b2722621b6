import { Refusal } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { Proposal } from '../../../ports/archive/relation-proposals.ts';
import type { Messenger } from '../../../ports/federation/messenger.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { HolderFinder } from './find-holder.ts';
import { askHolder } from './proposals/confirm-proposal.ts';

const PERIOD_MICROSECONDS = 3_600_000_000n;
const MAX_ASKED_AT_ONCE = 100;

/** Asks, every hour, the Archives of translations for their languages: links of before had none. */
export const createLanguageLearning = ({
  catalogue,
  messenger,
  holders,
  clock,
  service,
}: {
  readonly catalogue: Catalogue;
  readonly messenger: Pick<Messenger, 'send'>;
  readonly holders: Pick<HolderFinder, 'find'>;
  readonly clock: Clock;
  /** Label of the Archive service of this node. */
  readonly service: Label;
}): { learn(): Promise<void> } => {
  let after = '';
  let dueAt = 0n;
  return {
    async learn() {
      const at = clock.now();
      if (at < dueAt) return;
      dueAt = at + PERIOD_MICROSECONDS;
      const unknown = await catalogue.unknownLanguages({ after, limit: MAX_ASKED_AT_ONCE });
      after = unknown.length < MAX_ASKED_AT_ONCE ? '' : (unknown.at(-1)?.label ?? '');
      for (const { item, label } of unknown) {
        const holder = await holders.find(label);
        if (holder.kind === 'none') continue;
        const { archive } = holder;
        const question = { subject: 'relationCheck', kind: 'translation', of: item, item: label } as const;
        const check = await askHolder(messenger, archive, { ...question, archiveService: service });
        if (check instanceof Refusal || check.language === undefined) continue;
        const link = { kind: 'translation', of: label, item, archive: archive.service } as const;
        await learnLanguage(catalogue, link, { language: check.language, at });
      }
    },
  };
};

/** Notes the language that the holder of an item gives for it; without a language, `+` never leads there. */
export const learnLanguage = async (
  catalogue: Catalogue,
  { kind, of, item: label, archive }: Pick<Proposal, 'kind' | 'of' | 'item' | 'archive'>,
  { language, at }: { readonly language: string; readonly at: bigint },
): Promise<void> => {
  const item = kind === 'translation' ? await catalogue.find(label) : undefined;
  if (item?.state.kind !== 'original') return;
  const links = await catalogue.links(item.repository);
  if (!links.some((link) => link.label === of && link.language === undefined)) return;
  const change = { links: { translations: { [language]: of } }, updatedAt: item.updatedAt };
  try {
    await catalogue.change([{ item, change }], { who: archive ?? of, at, action: 'edited' });
  } catch (error) {
    // Another translation has that language, so a person must decide.
    if (!(error instanceof Refusal)) throw error;
  }
};
