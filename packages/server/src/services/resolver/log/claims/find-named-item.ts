import type { Ibi, Label } from '@perene/core';
import type { Claim, Transfer } from '@perene/core/trust';
import type { Members } from '../../../../ports/federation/members.ts';
import { isOfLabel } from '../../asking/rank-answers.ts';
import type { IncludedArchive } from '../../members/member-directory.ts';

type Said = Claim | Transfer;

interface NamedItem {
  /** The statements of the item. */
  readonly whole: readonly Said[];
  /** Whether the first that claimed the original is the Archive that the label itself names. */
  readonly isFromLabel: boolean;
}

type Known = (service: Label) => Promise<Pick<IncludedArchive, 'confirmed'> | undefined>;

/**
 * Finds the item that a label names among all that was said under that label. A repository name is that of one item.
 * Anybody can sign the IBIp of somebody else beside a name of their own, so that only the item of the Archive whose
 * address is in the IBIp counts. Undefined if there is none.
 */
export const findNamedItem = async (
  ibi: Ibi,
  history: readonly Said[],
  find: Known | Members['find'],
): Promise<NamedItem | undefined> => {
  const beginsAtLabel = async (whole: readonly Said[]): Promise<boolean> => {
    const first = whole.find((said) => said.kind === 'claim' && said.state === 'Original')?.archiveService;
    const known = first && (await find(first));
    return known !== undefined && isOfLabel(ibi, known);
  };
  if (ibi.form === 'repository') return { whole: history, isFromLabel: await beginsAtLabel(history) };
  for (const repository of new Set(history.map((said) => said.repository))) {
    const whole = history.filter((said) => said.repository === repository);
    if (await beginsAtLabel(whole)) return { whole, isFromLabel: true };
  }
  return undefined;
};
