import { readFile, rename, writeFile } from 'node:fs/promises';
import { refuse } from '@perene/api/refusals';
import type { Command } from 'commander';
import { type KeptHead, type MonitoredLog, monitorLog } from '../../../../services/resolver/log/monitor-log.ts';
import { type LogFinding, verifyLog } from '../../../../services/resolver/log/verify-log.ts';
import { type CommandContext, withNode } from '../command-context.ts';
import { isJson } from '../global-flags.ts';
import { showText } from '../labels/describe-refused.ts';
import { drawProgress, type Progress } from '../progress.ts';
import { formatRows } from '../rows.ts';
import { CommandFailed, EXIT_REFUSED } from '../terminal.ts';
import { describeProblem } from './proof-text.ts';

/** The log of a resolver, checked by anybody. */
export const addLogCommands = (program: Command, context: CommandContext): void => {
  const log = program
    .command('log')
    .summary('check the log of a resolver')
    .description('Checks the log in which a resolver keeps what Archives claim. Nobody has to be trusted for this.');
  addVerify(log, context);
  addMonitor(log, context);
};

const addVerify = (log: Command, context: CommandContext): void => {
  log
    .command('verify')
    .summary('check every entry, signature and history')
    .description(
      'Reads the whole log, computes its root anew, and checks the signed head, every signature, and the histories of keys and items.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ perene log verify --server https://resolver.example.org
  $ perene log verify --json

On the data folder of the resolver it also compares all that is stored beside the entries. Where Archives contradict one
another, or a claim follows one that the log never saw, this is told, but the log itself is as it should be.
Exit status: 0 if the log is sound, 1 if not.`,
    )
    .action(async (_options, command: Command) => {
      const { terminal } = context;
      const signatures = await context.openSignatures();
      await withNode(command, context, async (node) => {
        let bar: Promise<Progress> | undefined;
        const verified = await verifyLog({
          log: node.log,
          signatures,
          onProgress(done, total) {
            bar ??= drawProgress(terminal, total);
            void bar.then(({ update }) => update(done));
          },
        });
        (await bar)?.stop();
        const findings = [...verified.findings, ...(await node.inspectLog())];
        const isSound = verified.isSound && !findings.some(({ isOfArchives }) => !isOfArchives);
        const { origin, size, root } = verified.head.checkpoint;
        const shown = { log: origin, size, root: Buffer.from(root).toString('base64'), witnesses: verified.witnesses };
        if (isJson(command)) terminal.out(`${JSON.stringify({ ...shown, isSound, findings }, null, 2)}\n`);
        else {
          for (const finding of findings) terminal.out(`${describeFinding(finding)}\n`);
          terminal.out(
            formatRows([
              ['log', origin],
              ['entries', String(size)],
              ['root', shown.root],
              ['witnesses', verified.witnesses.length === 0 ? 'none' : verified.witnesses],
              ['sound', isSound ? 'yes' : 'no'],
            ]),
          );
        }
        if (!isSound) throw new CommandFailed(EXIT_REFUSED);
      });
    });
};

const describeFinding = ({ problem, entry, isOfArchives }: LogFinding): string =>
  `${entry === undefined ? 'log' : `entry ${entry}`}: ${describeProblem(problem)}${isOfArchives ? ' (of Archives)' : ''}`;

const addMonitor = (log: Command, context: CommandContext): void => {
  log
    .command('monitor')
    .requiredOption('--head <FILE>', 'where the last head is kept')
    .summary('check that the log has only grown since the last time')
    .description('Compares the head of the log with the one that the last run kept in a file, and keeps the new one.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene log monitor --head head.json --server https://resolver.example.org
  $ perene log monitor --head head.json --json

The first run only keeps the head. If the log was rewritten, both heads are kept as evidence, the new one in FILE.evidence,
and the exit status is 1. Run it every hour, on a machine that the operator of the resolver does not have.`,
    )
    .action(async ({ head: path }: { readonly head: string }, command: Command) => {
      const { terminal } = context;
      const signatures = await context.openSignatures();
      await withNode(command, context, async (node) => {
        const found = await monitorLog(node.log, await readHead(path), signatures);
        await writeHead(found.kind === 'wrong' ? `${path}.evidence` : path, found.now);
        terminal.out(isJson(command) ? `${JSON.stringify(found, null, 2)}\n` : `${describeMonitored(found)}\n`);
        if (found.kind === 'wrong') throw new CommandFailed(EXIT_REFUSED);
      });
    });
};

const describeMonitored = (found: MonitoredLog): string => {
  switch (found.kind) {
    case 'wrong':
      return describeProblem(found.problem);
    case 'first':
      return `the first head was kept: ${found.to} entries`;
    case 'unchanged':
      return `nothing new: ${found.to} entries`;
    case 'grown':
      return `the log has only grown: from ${found.from} to ${found.to} entries`;
  }
};

/** Undefined at the first run. */
const readHead = async (path: string): Promise<KeptHead | undefined> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw refuse('file-unreadable', { reason: 'failed', path: showText(path), cause: error.code ?? error.message });
  });
  if (text === undefined) return undefined;
  try {
    const { logKey, head } = JSON.parse(text) as Partial<KeptHead>;
    if (typeof logKey === 'string' && typeof head === 'string') return { logKey, head };
  } catch {
    // It is not JSON.
  }
  throw refuse('file-unreadable', { reason: 'no-head', path: showText(path) });
};

/** A head that was written half is worse than an old one. */
const writeHead = async (path: string, head: KeptHead): Promise<void> => {
  const written = `${path}.new`;
  await writeFile(written, `${JSON.stringify(head, null, 2)}\n`).catch((error: NodeJS.ErrnoException) => {
    throw refuse('file-unreadable', {
      reason: 'unwritable',
      path: showText(written),
      cause: error.code ?? error.message,
    });
  });
  await rename(written, path);
};
