import { refuse } from '@perene/api/refusals';
import { describe } from '@perene/api/words';
import type { Command } from 'commander';
import type { Settings } from '../../../../config/settings.ts';
import type { Examination } from '../../../../services/health/examine-node.ts';
import { isJson, readCommandSettings, type SettingsContext } from '../global-flags.ts';
import { escapeText } from '../labels/describe-refused.ts';
import { paint } from '../table.ts';
import { CommandFailed, EXIT_REFUSED } from '../terminal.ts';

export interface DoctorContext extends SettingsContext {
  readonly examineNode: (settings: Settings) => Promise<readonly Examination[]>;
}

const COLOURS = { ok: 'green', warning: 'yellow', error: 'red' } as const;

export const addDoctorCommand = (program: Command, context: DoctorContext): void => {
  program
    .command('doctor')
    .summary('check what a node needs to run well')
    .description(
      'Looks at settings, clock, disk, database, keys, the certificate of the resolver, whether the resolver reaches this Archive, backup, files and log.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ perene doctor
  $ perene doctor --json

One line for each part: ok, warning or error, and what to do. It may run beside the node. Exit status: 1 if there is an
error, otherwise 0.`,
    )
    .action(async (_options, command: Command) => {
      const { terminal } = context;
      const settings = await readCommandSettings(command, context);
      if (settings.remote !== undefined)
        throw refuse('setting-invalid', { reason: 'own-machine', command: 'perene doctor' });
      const found = await context.examineNode(settings);
      if (isJson(command)) {
        const shown = found.map(({ part, level, said }) => ({ part, level, ...said, detail: describe(said, 'en') }));
        terminal.out(`${JSON.stringify(shown, null, 2)}\n`);
      } else {
        for (const { part, level, said } of found) {
          terminal.out(
            `${paint(terminal, COLOURS[level], level.padEnd(8))} ${part.padEnd(11)} ${escapeText(describe(said, 'en'))}\n`,
          );
        }
      }
      if (found.some(({ level }) => level === 'error')) throw new CommandFailed(EXIT_REFUSED);
    });
};
