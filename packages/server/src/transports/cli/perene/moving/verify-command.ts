import { because } from '@perene/api/refusals';
import { describe } from '@perene/api/words';
import type { Command } from 'commander';
import { HISTORY_END } from '../../../../ports/archive/claims.ts';
import { type ArchiveProblem, verifyArchive } from '../../../../services/archive/upkeep/verify-archive.ts';
import { findBackedUpFact } from '../../../../services/backup/backup-manifest.ts';
import { type CommandContext, withLocalNode } from '../command-context.ts';
import type { GlobalFlags } from '../global-flags.ts';
import { escapeText } from '../labels/describe-refused.ts';
import { followBytes } from '../progress.ts';
import { formatBytes, formatRows } from '../rows.ts';
import { sayInFull } from '../say-in-full.ts';
import { CommandFailed, EXIT_REFUSED } from '../terminal.ts';

/** The most findings in one JSON value, which has to fit in memory. */
const MAX_LISTED = 10_000;

interface VerifyFlags {
  readonly clean?: boolean;
  readonly against?: string;
}

export const addVerifyCommand = (program: Command, context: CommandContext): void => {
  program
    .command('verify')
    .option('--against <BACKUP>', 'a backup of this node: the history must go on from where it was then')
    .option('--clean', 'take documents out of reach that no item has, and remove what interrupted deposits left')
    .summary('compare the catalogue with every file')
    .description('Reads every file again and compares it with the catalogue, and the catalogue with itself.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene verify
  $ perene verify --clean --json
  $ perene verify --against /mnt/backup

Problems are written one a line, and the exit status is 1 if there are any. Documents without an item are left by
deposits that were cut short; --clean moves them to the folder "removed", once they are ten minutes old. It also removes
what is left in the folder "incoming" by processes that have ended.`,
    )
    .action(async ({ clean = false, against }: VerifyFlags, command: Command) => {
      const { terminal } = context;
      const isJson = command.optsWithGlobals<GlobalFlags>().json;
      await withLocalNode(command, context, async (node) => {
        const backedUp = against && (await findBackedUpFact(node.given.openFolder(against), HISTORY_END));
        const otherEnds = backedUp ? [backedUp] : [];
        const progress = followBytes(terminal);
        const listed: ReturnType<typeof toListed>[] = [];
        try {
          const summary = await verifyArchive(
            { ...node, otherEnds },
            {
              isCleaning: clean,
              onProgress: progress.onProgress,
              onProblem: (problem) => {
                if (!isJson) terminal.out(`${describeProblem(problem)}\n`);
                else if (listed.length < MAX_LISTED) listed.push(toListed(problem));
              },
            },
          );
          await progress.stop();
          const { items, files, bytes, problems, cleaned } = summary;
          terminal.out(
            isJson
              ? `${JSON.stringify({ ...summary, listed }, null, 2)}\n`
              : formatRows([
                  ['items', String(items)],
                  ['files', `${files} (${formatBytes(bytes)})`],
                  ['cleaned', clean ? String(cleaned) : undefined],
                  ['problems', String(problems)],
                ]),
          );
          if (problems > 0) throw new CommandFailed(EXIT_REFUSED);
        } finally {
          await progress.stop();
        }
      });
    });
};

const toListed = ({ label, path, finding }: ArchiveProblem) => {
  const said = because('archive-finding', finding);
  return { label, path, ...said, problem: describe(said, 'en') };
};

const describeProblem = ({ label, path, finding }: ArchiveProblem): string =>
  `${escapeText(label)}${path === undefined ? '' : ` ${escapeText(path)}`}: ${sayInFull(because('archive-finding', finding))}`;
