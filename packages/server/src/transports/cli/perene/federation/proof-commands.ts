import type { Proof } from '@perene/api';
import { misfit, Refusal, refuse } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import {
  type CheckedProof,
  checkProof,
  type ProofFile,
  parseProofFile,
  parseVerifierKey,
  type TrustedKeys,
  type VerifierKey,
} from '@perene/core/trust';
import type { Command } from 'commander';
import type { Signatures } from '../../../../ports/system/signatures.ts';
import { checkLabel } from '../../../../services/archive/items/check-labels.ts';
import { type CommandContext, type OpenedNode, withNode } from '../command-context.ts';
import { isJson } from '../global-flags.ts';
import { showText } from '../labels/describe-refused.ts';
import { hashGivenFile, readGivenFile } from '../read-given-file.ts';
import { CommandFailed, EXIT_REFUSED, wrongUsage } from '../terminal.ts';
import { type ComparedFile, describeFiles, describeProof } from './proof-text.ts';

/** Who claimed an item when, as a file that anybody can check. */
export const addProofCommands = (program: Command, context: CommandContext): void => {
  const proof = program
    .command('proof')
    .summary('prove who claimed an item when')
    .description(
      'Proof files: who claimed an item when, by the log of a resolver. They are checked without a network.',
    );
  addGet(proof, context);
  addVerify(proof, context);
};

const addGet = (proof: Command, context: CommandContext): void => {
  proof
    .command('get')
    .argument('<LABEL>', 'a repository name or an IBIp')
    .summary('print the proof file of an item')
    .description('Prints what the log of the resolver has about an item, with all that is needed to check it later.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene proof get 8JMKD3MGP8W/34PGRBS > proof.json
  $ perene proof get 8JMKD3MGP8W/34PGRBS --server https://resolver.example.org > proof.json`,
    )
    .action(async (label: string, _options, command: Command) => {
      await withNode(command, context, async (node) => {
        const proof = await findProof(node, checkLabel(label));
        context.terminal.out(`${JSON.stringify(proof, null, 2)}\n`);
      });
    });
};

/** With the manifest from the Archive that has the item; a resolver alone knows only its hash. */
const findProof = async ({ itemProofs, log }: Pick<OpenedNode, 'itemProofs' | 'log'>, label: Label): Promise<Proof> => {
  try {
    return await itemProofs.find(label, { isListed: true });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return log.proofFile(label);
  }
};

interface VerifyOptions {
  readonly file?: readonly string[];
  readonly logKey?: readonly string[];
  readonly witnessKey?: readonly string[];
}

const addVerify = (proof: Command, context: CommandContext): void => {
  proof
    .command('verify')
    .argument('<FILE>', 'a proof file')
    .option('--file <FILE>', 'a file of the item, to be compared; may be given several times', append)
    .option('--log-key <KEY>', 'a key of a log that you trust, as in name+id+key; may be given several times', append)
    .option('--witness-key <KEY>', 'a key of a witness that you trust; may be given several times', append)
    .summary('check a proof file, without a network')
    .description('Checks every step of a proof file, and says what it proves and what it does not.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene proof verify proof.json
  $ perene proof verify proof.json --file report.pdf
  $ perene proof verify proof.json --log-key resolver.example.org/log+cedd4fbc+AYgXVhWynMgADq5k7hb2j/WOYjAe38doy4c878ggmSOX

A key that only the file names proves nothing: whoever made the file may have made the key. Ask the operator of the
resolver for its key, or look at "logKey" of /api/v1/log/head, over HTTPS.
Exit status: 0 if no step failed, 1 if one did.`,
    )
    .action(async (path: string, options: VerifyOptions, command: Command) => {
      const { terminal } = context;
      const signatures = await context.openSignatures();
      const file = parseProofFile((await readGivenFile(path)).toString('utf8'), signatures.sha256);
      if (!file.ok) throw refuse('file-unreadable', { reason: 'no-proof', path: showText(path), ...misfit(file) });
      const trusted = readTrusted(options, signatures);
      const { signatures: checks, conclude } = checkProof(file.value, { sha256: signatures.sha256, trusted });
      const checked: CheckedProof = conclude(checks.map((check) => signatures.verify(check)));
      const files = await compareFiles(file.value, options.file ?? []);
      const told = options.file === undefined ? checked : { ...checked, files };
      terminal.out(
        isJson(command)
          ? `${JSON.stringify(told, null, 2)}\n`
          : `${describeProof(file.value, checked)}${describeFiles(files)}`,
      );
      const hasFailed = checked.verdict === 'failed' || files.some(({ verdict }) => verdict === 'failed');
      if (hasFailed) throw new CommandFailed(EXIT_REFUSED);
    });
};

/** Which file of the manifest each of the given ones is, by its hash. */
const compareFiles = async ({ manifest }: ProofFile, paths: readonly string[]): Promise<readonly ComparedFile[]> => {
  const compared: ComparedFile[] = [];
  for (const file of paths) {
    const sha256 = await hashGivenFile(file);
    const same = manifest?.files.find((one) => one.sha256 === sha256);
    const verdict = manifest === undefined ? 'unproven' : same === undefined ? 'failed' : 'passed';
    compared.push({ file, sha256, verdict, ...(same !== undefined && { path: same.path }) });
  }
  return compared;
};

const append = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

const readTrusted = (
  { logKey = [], witnessKey = [] }: VerifyOptions,
  { sha256 }: Pick<Signatures, 'sha256'>,
): TrustedKeys | undefined => {
  if (logKey.length === 0 && witnessKey.length === 0) return undefined;
  const read = (text: string): VerifierKey => {
    const key = parseVerifierKey(text, sha256);
    if (!key.ok) throw wrongUsage(`${showText(text)} is no key: expected ${key.expected}`);
    return key.value;
  };
  return { logs: logKey.map(read), witnesses: witnessKey.map(read) };
};
