import { identifierFolder } from '@perene/core/noid';
import { changePolicy } from '../../../services/noid/minters/change-policy.ts';
import { minterStatistics } from '../../../services/noid/minters/minter-statistics.ts';
import { catchRefusal, type NoidCommand, type NoidSession, refuseCommand } from '../noid-session.ts';
import { textOf, type Word } from '../words.ts';

const LABEL_WIDTH = 14;
const line = (label: string, value: string | number): string => `${`${label}:`.padEnd(LABEL_WIDTH)}${value}\n`;

/** Shows how much of the namespace is used and left (the original has no such command). */
export const statisticsCommand = ({ output, work }: NoidSession): NoidCommand => ({
  kind: 'reading',
  async run(minter) {
    const { mints, used, total, remaining, held, queued, mintsPerDay, exhaustedOn, warning } = await minterStatistics(
      minter,
      work,
    );
    output.out(line('issued', mints));
    output.out(line('used', used));
    output.out(line('total', total ?? 'unlimited'));
    output.out(line('remaining', remaining ?? 'unlimited'));
    output.out(line('held', held));
    output.out(line('queued', queued));
    output.out(line('per day', Number(mintsPerDay.toFixed(2))));
    output.out(line('exhausted', exhaustedOn ?? 'not in sight'));
    if (warning !== undefined) output.out(line('warning', warning));
    output.out('\n');
  },
});

/** Shows the canonical folder of each identifier, for files that belong to it. */
export const pathCommand = async (session: NoidSession, ids: readonly Word[]): Promise<undefined> => {
  if (ids.length === 0) refuseCommand(session, 'error: path requires at least one identifier.\n');
  await catchRefusal(
    async () => {
      for (const id of ids) session.output.out(`${identifierFolder(textOf(id))}\n`);
    },
    (message) => refuseCommand(session, message),
  );
  return undefined;
};

/** Shows or sets what the organization promises; `saved` is given the report about it. */
export const policyCommand = (
  session: NoidSession,
  words: readonly Word[],
  saved: (report: string) => void,
): NoidCommand => {
  if (words.length === 0) {
    return {
      kind: 'reading',
      async run(minter) {
        const { policy } = await minter.progress();
        session.output.out(policy === '' ? 'note: no policy has been set.\n' : `${policy}\n`);
      },
    };
  }
  return {
    kind: 'writing',
    async run(minter) {
      await catchRefusal(
        async () => saved(await changePolicy(minter, words.map(textOf).join(' '))),
        (message) => refuseCommand(session, message),
      );
      return true;
    },
  };
};
