import { Refusal } from '@perene/api/refusals';
import type { MinterReading, MinterWriting } from '../../ports/minting/minter-store.ts';
import type { MinterWork } from '../../services/noid/minters/minter-work.ts';
import type { CommandInput } from './command-input.ts';
import { writeBriefHelp, writeUsage } from './help-text.ts';
import type { NoidOutput } from './noid-output.ts';
import { sayAsPerl } from './perl-words.ts';

/** The parts that all commands of one run share. */
export interface NoidSession {
  readonly output: NoidOutput;
  readonly input: CommandInput;
  readonly work: MinterWork;
  /** Notes that an error was written, for the exit status. */
  fail(): void;
  /** How many identifiers one command may mint. */
  readonly maxMints: number;
}

/** A command that was understood, and whose input was read. */
export type NoidCommand = ReadingCommand | WritingCommand;

interface ReadingCommand {
  readonly kind: 'reading';
  run(minter: MinterReading): Promise<void>;
}

interface WritingCommand {
  readonly kind: 'writing';
  /** Returns whether the command is done; long work goes on in another transaction. */
  run(minter: MinterWriting): Promise<boolean>;
}

/** Writes that something was refused, and how the command is used. */
export const refuseCommand = (
  { output, fail }: NoidSession,
  message: string,
  usage?: { readonly topic: string; readonly isError: boolean },
): void => {
  fail();
  output.error(message);
  if (usage === undefined) return;
  if (usage.isError) writeUsage(output, usage.topic);
  else writeBriefHelp(output, usage.topic);
};

/** Reports a refusal with `refused`, so that the run goes on; any other error ends the run. */
export const catchRefusal = async <Answer>(
  action: () => Promise<Answer>,
  refused: (message: string) => void,
): Promise<Answer | undefined> => {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code.startsWith('database-')) throw error;
    refused(`error: ${sayAsPerl(error)}\n`);
    return undefined;
  }
};
