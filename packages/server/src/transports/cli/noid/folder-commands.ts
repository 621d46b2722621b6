import { isAbsolute } from 'node:path';
import { Refusal, refuse } from '@perene/api/refusals';
import { defineMinter } from '../../../services/noid/minters/add-minter.ts';
import type { FolderCommands } from '../../noid/commands/commands.ts';
import { catchRefusal, type NoidSession, refuseCommand } from '../../noid/noid-session.ts';
import { sayAsPerl } from '../../noid/perl-words.ts';
import { shownText, textOf, type Word } from '../../noid/words.ts';
import type { NoidOptions } from './noid-options.ts';
import { FOLDER_MINTER, type MinterFolder, type NoidProgram } from './run-noid.ts';

interface FolderWork {
  readonly program: NoidProgram;
  readonly session: NoidSession;
  readonly minterFolder: MinterFolder;
  /** The folder, spelt as the user gave it. */
  readonly folder: string;
  readonly options: NoidOptions;
}

export const createFolderCommands = (work: FolderWork): FolderCommands => {
  const { session, minterFolder } = work;
  const { output, fail } = session;
  return {
    async create(words) {
      try {
        output.out(await createFolderMinter(work, words));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        fail();
        output.out(`${isSentence(error) ? '' : 'error: '}${sayAsPerl(error)}\n\n`);
      }
    },
    export: (words) => catchFolder(session, () => exportFolderMinter(work, words)),
    import: (words) => catchFolder(session, () => importFolderMinter(work, words)),
    saveReport: (report) => minterFolder.writeReport(report),
  };
};

const catchFolder = async (session: NoidSession, action: () => Promise<void>): Promise<void> => {
  await catchRefusal(action, (message) => refuseCommand(session, message));
};

/** The original prints these messages without `error: ` before them. */
const isSentence = ({ code }: Refusal): boolean => code === 'template-invalid';

const createFolderMinter = async (
  { program, session, minterFolder, folder, options }: FolderWork,
  words: readonly Word[],
): Promise<string> => {
  const [template, term, naan, naa, subNaa] = words.map(textOf);
  const directory = isAbsolute(folder) ? folder : `${program.environment['PWD'] ?? process.cwd()}/${folder}`;
  const request = {
    name: FOLDER_MINTER,
    template,
    term,
    naan,
    naa,
    subNaa,
    seed: options.seed === undefined ? undefined : Number(options.seed),
    policy: options.policy,
    contact: session.work.contact,
    where: `${program.host}:${directory}`,
  };
  const { definition, progress, summary } = defineMinter(request, session.work);
  const store = await minterFolder.create();
  if (!(await store.create(definition, progress))) throw alreadyThere(folder);
  minterFolder.writeReport(definition.report);
  minterFolder.appendLog([
    definition.template === '' || definition.template === '0'
      ? 'Creating database for bind-only minter.'
      : `Creating database for template "${definition.template}".`,
  ]);
  return `Created:   minter for ${summary}  See ${folder}/NOID/README for details.\n\n`;
};

/** Writes to a file, which must be new, or to the standard output. */
const exportFolderMinter = async ({ session, minterFolder }: FolderWork, [file]: readonly Word[]): Promise<void> => {
  const store = await minterFolder.open();
  if (store === undefined) throw refuse('minter-not-found', { minter: minterFolder.database });
  const { exportCommand } = await import('./move-commands.ts');
  const sink = file === undefined || file === '-' ? undefined : await openNew(shownText(file));
  const out = async (chunk: string): Promise<void> => {
    if (sink !== undefined) await sink.appendFile(chunk);
    else {
      session.output.out(chunk);
      await session.output.flush();
    }
  };
  try {
    await exportCommand({ store, name: FOLDER_MINTER, out });
    await sink?.sync();
  } finally {
    await sink?.close();
  }
};

/** Reads from a file or from the standard input; the folder must not have a minter yet. */
const importFolderMinter = async (work: FolderWork, [file]: readonly Word[]): Promise<void> => {
  const { program, session, minterFolder, folder } = work;
  const [{ importCommand }, { splitLines }] = await Promise.all([
    import('./move-commands.ts'),
    import('../../../services/noid/moving/split-lines.ts'),
  ]);
  const source = file === undefined || file === '-' ? program.input() : await openSource(shownText(file));
  const store = await minterFolder.create();
  if ((await store.read(FOLDER_MINTER, async () => true)) === true) throw alreadyThere(folder);
  await importCommand({
    ...program.tools,
    store,
    name: FOLDER_MINTER,
    lines: splitLines(source),
    report: (line) => session.output.out(`${line}\n`),
    progress: program.showProgress,
  });
  const report = await store.read(FOLDER_MINTER, async ({ definition }) => definition.report);
  minterFolder.writeReport(report ?? '');
  minterFolder.appendLog(['Importing database.']);
};

const openNew = async (path: string) => {
  const { open } = await import('node:fs/promises');
  try {
    return await open(path, 'wx');
  } catch (error) {
    throw refuse('file-unreadable', { reason: 'unwritable', path, cause: causeOf(error) });
  }
};

const openSource = async (path: string): Promise<AsyncIterable<Uint8Array>> => {
  const { open } = await import('node:fs/promises');
  try {
    return (await open(path)).createReadStream();
  } catch (error) {
    throw refuse('file-unreadable', { reason: 'failed', path, cause: causeOf(error) });
  }
};

const alreadyThere = (folder: string): Refusal => refuse('minter-exists', { minter: folder });

const causeOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
