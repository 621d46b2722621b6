import { formatRelation, formatVerb, relationOf } from '@perene/core';
import { readPersistentUrl, type TolerantReading } from '@perene/core/reading';
import type { Command } from 'commander';
import type { GlobalFlags } from '../global-flags.ts';
import { CommandFailed, EXIT_REFUSED, type Terminal } from '../terminal.ts';
import { describeRefused, showText } from './describe-refused.ts';

export const addUrlCommands = (program: Command, { terminal }: { readonly terminal: Terminal }): void => {
  const url = program.command('url').summary('persistent URLs').description('Persistent URLs.');
  url
    .command('parse')
    .argument('<URL>', 'a persistent URL, or what people paste for one')
    .summary('show the parts of a persistent URL')
    .description('Shows the parts of a persistent URL, named as in Table 8.6 of RTC-11, and the relation they ask for.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene url parse 'http://urlib.net/8JMKD3MGP8W/35MMLL8!:(oai_dc)'
  $ perene url parse --json 'LK47B6W/362SFKH+?ibiurl.verblist=GetMetadata'

Exit status: 0 if it is a persistent URL, 1 if not.`,
    )
    .action((text: string, _options, command: Command) => {
      const isJson = command.optsWithGlobals<GlobalFlags>().json;
      const reading = readPersistentUrl(text);
      if (!reading.ok) {
        const error = describeRefused(text, reading);
        const { problem, position } = reading;
        if (isJson) terminal.out(`${JSON.stringify({ url: text, valid: false, error, problem, position }, null, 2)}\n`);
        else terminal.error(`perene: ${showText(text)}: ${error}\n`);
        throw new CommandFailed(EXIT_REFUSED);
      }
      const parts = partsOf(text, reading.value);
      if (isJson) terminal.out(`${JSON.stringify(parts, null, 2)}\n`);
      else terminal.out(describeParts(parts));
    });
};

const partsOf = (text: string, { url, changes, alternatives }: TolerantReading) => ({
  url: text,
  valid: true,
  'parsedibiurl.ibi': url.ibiAsWritten,
  ...(url.filePath === undefined ? {} : { 'parsedibiurl.filepath': url.filePath }),
  ...(url.requiredItemStatus === undefined ? {} : { 'parsedibiurl.requireditemstatus': url.requiredItemStatus }),
  'parsedibiurl.verblist': url.verbs.map(formatVerb),
  relation: formatRelation(relationOf(url.verbs)),
  canonical: url.ibi.text,
  passthrough: url.passThrough,
  changes,
  ...(alternatives.length === 0 ? {} : { alternatives: alternatives.map((label) => label.text) }),
});

/** Shows the parts that have a value, one a line. */
const describeParts = (parts: ReturnType<typeof partsOf>): string =>
  Object.entries(parts)
    .filter(([name]) => name !== 'url' && name !== 'valid')
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(' ') : String(value)] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name.padEnd(32)}${value}\n`)
    .join('');
