import type { AlertPage, AlertView } from '@perene/api';
import { describeEvidence } from '@perene/api/words';
import type { Command } from 'commander';
import type { MailFormat } from '../../../../ports/federation/mail.ts';
import { checkLabel } from '../../../../services/archive/items/check-labels.ts';
import { readRegistrationMail } from '../../../../services/resolver/members/check-registration.ts';
import {
  type ArchiveView,
  type DecidedArchive,
  type MembershipOperations,
  type RegistrationRequest,
  walkAlerts,
  walkArchives,
} from '../../../../services/resolver/members/membership-operations.ts';
import { type CommandContext, withNode } from '../command-context.ts';
import { addSettings, isJson } from '../global-flags.ts';
import { showText } from '../labels/describe-refused.ts';
import { readGivenFile } from '../read-given-file.ts';
import { formatColumns, formatRows } from '../rows.ts';
import { formatTable } from '../table.ts';
import { type Terminal, wrongUsage } from '../terminal.ts';

const SERVICE = 'label of the Archive service';

/** Adds what the operator of a resolver does with its Archives. */
export const addResolverCommands = (program: Command, context: CommandContext): void => {
  const resolver = program
    .command('resolver')
    .summary('the Archives of this resolver')
    .description('The Archives of this resolver: who is registered, who takes part, who is at odds.');
  addRegister(resolver, context);
  addApprove(resolver, context);
  addRevoke(resolver, context);
  addReplaceKey(resolver, context);
  addArchives(resolver, context);
  addAlerts(resolver, context);
};

interface RegisterOptions {
  readonly registrationKey?: string;
  readonly fromMail?: string;
  readonly email?: string;
}

const addRegister = (resolver: Command, context: CommandContext): void => {
  const register = resolver
    .command('register')
    .argument('[ARCHIVE-SERVICE-IBI]', SERVICE)
    .option('--registration-key <KEY>', 'that its administrator chose: 10 digits or more')
    .option('--from-mail <FILE>', 'the e-mail that asks for it (RTC-11 Example 7.1)')
    .option('--email <ADDRESS>', 'of its administrator, who is told (default: the sender of the e-mail)')
    .summary('register an Archive')
    .description('Registers an Archive, which is approved thereby. Once more, it gets another key.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene resolver register dpi.inpe.br/banon/1999/01.09.22.14 --registration-key 1234567890
  $ perene resolver register --from-mail request.eml`,
    );
  addSettings(register, ['smtp.url', 'smtp.from', 'resolver-url']);
  register.action(async (service: string | undefined, options: RegisterOptions, command: Command) => {
    const request = await readRequest(service, options);
    await withMembership(command, context, async (membership, mailFormat) => {
      tell(context.terminal, command, await membership.register(await request(mailFormat), { kind: 'operator' }));
    });
  });
};

const readRequest = async (
  service: string | undefined,
  { registrationKey, fromMail, email }: RegisterOptions,
): Promise<(mailFormat: MailFormat) => Promise<RegistrationRequest>> => {
  if (fromMail === undefined) {
    if (service !== undefined && registrationKey !== undefined)
      return async () => ({ service: checkLabel(service), registrationKey, email });
    throw wrongUsage('resolver register: give a label and --registration-key, or --from-mail');
  }
  if (service !== undefined || registrationKey !== undefined) {
    throw wrongUsage('resolver register: the label and the key come with --from-mail; leave the others out');
  }
  const bytes = await readGivenFile(fromMail);
  return async (mailFormat) => {
    const mail = await readRegistrationMail(bytes, mailFormat);
    return { ...mail, email: email ?? mail.email };
  };
};

const addApprove = (resolver: Command, context: CommandContext): void => {
  const approve = resolver
    .command('approve')
    .argument('<ARCHIVE-SERVICE-IBI>', SERVICE)
    .summary('register an Archive that asked for it')
    .description('Registers an Archive that asked for it, or one that was revoked.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene resolver archives
  $ perene resolver approve dpi.inpe.br/banon/1999/01.09.22.14`,
    );
  addSettings(approve, ['smtp.url', 'smtp.from', 'resolver-url']);
  approve.action(async (service: string, _options, command: Command) => {
    await withMembership(command, context, async (membership) => {
      tell(context.terminal, command, await membership.approve(checkLabel(service)));
    });
  });
};

const addReplaceKey = (resolver: Command, context: CommandContext): void => {
  resolver
    .command('replace-key')
    .argument('<ARCHIVE-SERVICE-IBI>', SERVICE)
    .argument('<KEY>', 'the new key, as "perene archive status" shows it there')
    .summary('replace the key of an Archive that has lost it')
    .description(
      'Replaces the key that an Archive signs with, because it was lost. The log has it for ever, and the former key counts for nothing that is logged later.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ perene resolver replace-key dpi.inpe.br/banon/1999/01.09.22.14 ed25519:6AJWbUbLH9o905hhSpPOvsyDFZw5IEGppSPRTvJLsL4=

Make sure that the key is really that of the Archive: ask its administrator in another way than by e-mail. An Archive that
still has its key changes it by itself, with "perene archive rotate-key".`,
    )
    .action(async (service: string, key: string, _options, command: Command) => {
      await withNode(command, context, async ({ log }) => {
        const replaced = await log.replaceKey(checkLabel(service), key);
        context.terminal.out(
          isJson(command) ? `${JSON.stringify(replaced, null, 2)}\n` : `${replaced.service} ${replaced.key}\n`,
        );
      });
    });
};

const addRevoke = (resolver: Command, context: CommandContext): void => {
  resolver
    .command('revoke')
    .argument('<ARCHIVE-SERVICE-IBI>', SERVICE)
    .summary('ask an Archive no more')
    .description('Asks an Archive no more, and refuses to include it; a request that waits is forgotten.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene resolver revoke dpi.inpe.br/banon/1999/01.09.22.14
  $ perene resolver revoke dpi.inpe.br/banon/1999/01.09.22.14 --json`,
    )
    .action(async (service: string, _options, command: Command) => {
      await withMembership(command, context, async (membership) => {
        tell(context.terminal, command, await membership.revoke(checkLabel(service)));
      });
    });
};

/** Does the work with the Archives of a resolver. An e-mail that was not sent is reported, and undoes nothing. */
const withMembership = (
  command: Command,
  context: CommandContext,
  work: (membership: MembershipOperations, mailFormat: MailFormat) => Promise<void>,
): Promise<void> =>
  withNode(command, context, ({ membership, mailFormat }) => work(membership, mailFormat), {
    onError(error) {
      const reason = error instanceof Error ? error.message : String(error);
      const line = `the e-mail to the administrator was not sent: ${reason.replaceAll(/\s+/g, ' ')}`;
      context.terminal.error(`perene: ${line}\n`);
    },
  });

const tell = (terminal: Terminal, command: Command, archive: ArchiveView | DecidedArchive): void => {
  const mail = 'mail' in archive && archive.mail !== 'none' ? archive.mail : undefined;
  terminal.out(
    isJson(command)
      ? `${JSON.stringify(archive, null, 2)}\n`
      : formatRows([
          ['service', archive.service],
          ['state', archive.state],
          ['number', archive.number === undefined ? undefined : String(archive.number)],
          ['e-mail', archive.administratorEmail],
          ['told', mail],
        ]),
  );
};

const addArchives = (resolver: Command, context: CommandContext): void => {
  resolver
    .command('archives')
    .summary('list all Archives')
    .description('Lists all Archives that take part, or ask to, and whether they answer where a running node tells it.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene resolver archives
  $ perene resolver archives --json --server http://localhost:8080`,
    )
    .action(async (_options, command: Command) => {
      await withMembership(command, context, async (membership) => {
        const all: ArchiveView[] = [];
        for await (const archive of walkArchives(membership)) all.push(archive);
        context.terminal.out(
          isJson(command)
            ? `${JSON.stringify(all, null, 2)}\n`
            : formatTable(context.terminal, ARCHIVE_TITLES, all.map(archiveCells)),
        );
      });
    });
};

const ARCHIVE_TITLES = ['number', 'service', 'state', 'address', 'health', 'key', 'witness', 'e-mail'];

const archiveCells = (archive: ArchiveView): readonly string[] => [
  archive.number === undefined ? '-' : String(archive.number),
  archive.service,
  archive.state === 'included' && !archive.confirmed ? 'included, unconfirmed' : archive.state,
  archive.address ?? '-',
  describeHealth(archive),
  archive.key ?? 'unsigned',
  archive.witnessed === undefined ? '-' : `witness of ${archive.witnessed}`,
  archive.administratorEmail ?? '',
];

const describeHealth = ({ health, changed }: ArchiveView): string => {
  if (health === undefined) return changed;
  return health.kind === 'answering' ? 'answering' : `silent since ${health.since}, next try ${health.nextTry}`;
};

const addAlerts = (resolver: Command, context: CommandContext): void => {
  resolver
    .command('alerts')
    .argument('[LABEL]', 'show the evidence about one of them')
    .summary('list originals that several Archives claim')
    .description('Lists originals that several Archives claim, the last seen first; or shows the evidence about one.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene resolver alerts
  $ perene resolver alerts --json
  $ perene resolver alerts example.org/www/2026/11.17.09.20`,
    )
    .action(async (label: string | undefined, _options, command: Command) => {
      await withMembership(command, context, async (membership) => {
        if (label !== undefined) {
          const alert = await membership.alert(label);
          context.terminal.out(isJson(command) ? `${JSON.stringify(alert, null, 2)}\n` : describeAlert(alert));
          return;
        }
        const all: ListedAlert[] = [];
        for await (const alert of walkAlerts(membership)) all.push(alert);
        context.terminal.out(
          isJson(command)
            ? `${JSON.stringify(all, null, 2)}\n`
            : formatTable(context.terminal, ['label', 'seen', 'first', 'last', 'claimed by'], all.map(alertCells)),
        );
      });
    });
};

const describeAlert = ({ ibi, claims, evidence }: AlertView): string => {
  const described = evidence && describeEvidence(evidence, 'en');
  if (described === undefined) return `${ibi}\n${claims.map(({ service }) => `${showText(service)}\n`).join('')}`;
  const claimants = described.claimants.map(
    ({ address, service, facts }) =>
      `\n${showText(address)} (${showText(service)})\n${formatColumns(facts.map(({ name, value }) => [`  ${name}`, value]))}`,
  );
  return `${ibi}\n\n${described.sentences.join('\n')}\n${claimants.join('')}`;
};

type ListedAlert = AlertPage['alerts'][number];

const alertCells = ({ ibi, claims, firstSeen, lastSeen, times }: ListedAlert): readonly string[] => [
  ibi,
  `${times} times`,
  firstSeen,
  lastSeen,
  claims.map(({ service }) => service).join(', '),
];
