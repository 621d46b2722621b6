import { readFile } from 'node:fs/promises';
import { parseNetwork, readLanguage } from '@perene/core/item';
import { type Command, InvalidArgumentError } from 'commander';
import { showText } from '../labels/describe-refused.ts';
import { wrongUsage } from '../terminal.ts';

/** The fields of metadata that have a flag of their own. */
interface FieldOptions {
  readonly title?: string;
  readonly creator?: readonly string[];
  readonly date?: string;
  readonly rights?: string;
  readonly subject?: readonly string[];
  readonly type?: string;
  readonly publisher?: string;
}

/** The options that describe an item, for deposits and for edits. */
export interface DescriptionOptions extends FieldOptions {
  readonly language?: string;
  readonly metadata?: string;
  readonly target?: string;
  readonly translationOf?: string;
  readonly readersIn?: readonly string[];
  readonly collection?: readonly string[];
}

export const addDescriptionOptions = (command: Command): Command =>
  command
    .option('--title <T>', 'title, instead of that of the metadata file')
    .option('--creator <C>', 'author; again for each further one', collect)
    .option('--date <DATE>', 'when it was published: 2026, 2026-11 or 2026-11-18')
    .option('--rights <TEXT>', 'licence, such as CC-BY-4.0, or other rights')
    .option('--subject <S>', 'subject; again for each further one', collect)
    .option('--type <TYPE>', 'what it is, such as Report, Thesis or Dataset')
    .option('--publisher <P>', 'who published it')
    .option(
      '--language <xx[-YY]>',
      'language of the content, such as pt, pt-BR or, of three letters, yrl',
      languageArgument,
    )
    .option('--metadata <FILE>', 'JSON object of fields: {"title": "...", "subject": ["...", "..."]}')
    .option('--target <FILE>', 'the file that the persistent URL leads to')
    .option('--translation-of <IBI>', 'an item with the same content in another language')
    .option('--readers-in <CIDR>', 'only clients of this network may read; again for further ones', networkArgument)
    .option('--collection <NAME>', 'a collection that it is in; again for each further one', collect);

export const collect = (text: string, earlier: readonly string[] = []): readonly string[] => [...earlier, text];

export const languageArgument = (text: string): string => {
  const language = readLanguage(text.replace('_', '-'));
  if (language === undefined) throw new InvalidArgumentError('Expected a language such as pt, pt-BR or yrl.');
  return language;
};

export const networkArgument = (text: string, earlier: readonly string[] = []): readonly string[] => {
  const network = parseNetwork(text);
  if (!network.ok) throw new InvalidArgumentError(`Expected a network such as 192.0.2.0/24: ${network.expected}.`);
  return [...earlier, network.value.text];
};

/** The most items of one page. */
const MAX_LIMIT = 500;

export const limitArgument = (text: string): number => {
  if (!/^[1-9][0-9]{0,2}$/.test(text) || Number(text) > MAX_LIMIT) {
    throw new InvalidArgumentError(`Expected a number from 1 to ${MAX_LIMIT}.`);
  }
  return Number(text);
};

/**
 * Reads the fields of the file. A field with a flag of its own is replaced by the flag. Returns undefined if neither is
 * given.
 */
export const readMetadata = async ({
  metadata: path,
  title,
  creator,
  date,
  rights,
  subject,
  type,
  publisher,
}: Omit<DescriptionOptions, 'collection'>): Promise<Readonly<Record<string, unknown>> | undefined> => {
  const fields = Object.entries({ title, creator, date, rights, subject, type, publisher });
  const given = fields.filter(([, value]) => value !== undefined);
  if (path === undefined && given.length === 0) return undefined;
  return { ...(path === undefined ? {} : await readMetadataFile(path)), ...Object.fromEntries(given) };
};

const readMetadataFile = async (path: string): Promise<object> => {
  const content = await parseJsonFile(path).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw wrongUsage(`cannot read the metadata file ${showText(path)}: ${showText(reason)}`);
  });
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content;
  throw wrongUsage(`${showText(path)}: expected a JSON object of fields, such as {"title": "..."}`);
};

/** Text that is not UTF-8 is refused: it would be kept for ever with its letters lost. */
const parseJsonFile = async (path: string): Promise<unknown> =>
  JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)));
