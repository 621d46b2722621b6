import { readFile } from 'node:fs/promises';
import { refuse } from '@perene/api/refusals';
import { type Command, Option } from 'commander';
import type { PurlFormat, PurlOperations, PurlRequester, PurlView } from '../../../../services/noid/purl/purls.ts';
import { type CommandContext, withNode } from '../command-context.ts';
import { isJson } from '../global-flags.ts';
import { escapeText, showText } from '../labels/describe-refused.ts';

const DOMAIN = 'the domain: a minter without template and NAAN';
const PATH = 'the path below the domain; "/" is the domain itself';
const STATUSES = ['301', '302', '303', '307', '404', '410'];

/** Whoever has the data may change everything. */
const requesterOf = (contact: string): PurlRequester => ({ name: contact, isMaster: true, contact });

/** Adds `perene purl`: PURLs below the domains of this node. */
export const addPurlCommands = (program: Command, context: CommandContext): void => {
  const purl = program
    .command('purl')
    .summary('PURLs: addresses that stay, while what they lead to moves')
    .description('Makes, shows and brings in PURLs. A domain is a minter: perene minter create DOMAIN');
  addSet(purl, context);
  addShow(purl, context);
  addImport(purl, context);
};

interface SetOptions {
  readonly status?: string;
  readonly partial?: boolean;
  readonly clone?: string;
  readonly maintainer?: readonly string[];
}

const addSet = (purl: Command, context: CommandContext): void => {
  purl
    .command('set')
    .argument('<DOMAIN>', DOMAIN)
    .argument('<PATH>', PATH)
    .argument('[TARGET]', 'where it leads')
    .addOption(new Option('--status <STATUS>', 'what readers are answered (default 302)').choices(STATUSES))
    .option('--partial', 'pass on what follows the path')
    .option('--no-partial', 'do not pass on what follows the path')
    .option('--clone <PATH>', 'take everything else from this PURL of the domain')
    .option('--maintainer <NAME...>', 'who else may change it: names of keys or people, or @GROUP')
    .summary('make or change a PURL')
    .description('Makes or changes a PURL; what is not given stays as it is.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene purl set obo go.owl https://www.example.org/go.owl --status 301
  $ perene purl set obo go/ https://www.example.org/go/ --partial
  $ perene purl set obo old --status 410`,
    )
    .action(async (domain: string, path: string, target: string | undefined, options: SetOptions, command: Command) => {
      const { status, partial, clone, maintainer } = options;
      await withPurls(command, context, async (purls, contact) => {
        const changed = {
          status: status === undefined ? undefined : (Number(status) as PurlView['status']),
          isPartial: command.getOptionValueSource('partial') === 'cli' ? partial : undefined,
          target,
          clones: clone,
          maintainers: maintainer,
        };
        const made = await purls.set(domain, path, changed, requesterOf(contact));
        context.terminal.out(`${describePurl(made, command)}\n`);
      });
    });
};

const addShow = (purl: Command, context: CommandContext): void => {
  purl
    .command('show')
    .argument('<DOMAIN>', DOMAIN)
    .argument('<PATH>', PATH)
    .summary('show a PURL')
    .description(
      'Shows where a PURL leads, and who maintains it. `perene minter history DOMAIN PATH` tells its changes.',
    )
    .addHelpText('after', '\nExamples:\n  $ perene purl show obo go.owl')
    .action(async (domain: string, path: string, _options: unknown, command: Command) => {
      await withPurls(command, context, async (purls) => {
        context.terminal.out(`${describePurl(await purls.show(domain, path), command)}\n`);
      });
    });
};

const addImport = (purl: Command, context: CommandContext): void => {
  purl
    .command('import')
    .argument('<DOMAIN>', DOMAIN)
    .argument('<FILE>', 'XML of purl.org, or a .htaccess of w3id')
    .addOption(
      new Option('--format <FORMAT>', 'what the file is (default: XML if it begins with "<")').choices([
        'xml',
        'htaccess',
      ]),
    )
    .option('--dry-run', 'only tell what would be done')
    .summary('make PURLs of a file of purl.org or w3id')
    .description('Makes PURLs and rules of a file, all or none, and lists what cannot be one, with the reason.')
    .addHelpText('after', '\nExamples:\n  $ perene purl import obo .htaccess --dry-run')
    .action(
      async (
        domain: string,
        file: string,
        { format, dryRun = false }: { readonly format?: PurlFormat; readonly dryRun?: boolean },
        command: Command,
      ) => {
        const text = await readText(file);
        const known = format ?? (text.trimStart().startsWith('<') ? 'xml' : 'htaccess');
        await withPurls(command, context, async (purls, contact) => {
          const done = await purls.bring(domain, { format: known, text, isTrial: dryRun }, requesterOf(contact));
          if (isJson(command)) context.terminal.out(`${JSON.stringify(done)}\n`);
          else {
            for (const { place, problem, text: shown } of done.problems) {
              context.terminal.out(`${[place, problem, escapeText(shown)].join('\t')}\n`);
            }
            context.terminal.out(`${done.set} PURLs, ${done.rules} rules, ${done.problems.length} left out\n`);
          }
        });
      },
    );
};

const withPurls = (
  command: Command,
  context: CommandContext,
  work: (purls: PurlOperations, contact: string) => Promise<void>,
): Promise<void> => withNode(command, context, ({ purls, contact }) => work(purls, contact));

const describePurl = (purl: PurlView, command: Command): string => {
  if (isJson(command)) return JSON.stringify(purl);
  const { domain, path, status, isPartial, target = '' } = purl;
  const type = isPartial ? `${status} partial` : String(status);
  return [`/purl/${domain}/${path === '/' ? '' : path}`, type, escapeText(target)].join('\t').trimEnd();
};

const readText = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw refuse('file-unreadable', { reason: 'failed', path: showText(file), cause });
  }
};
