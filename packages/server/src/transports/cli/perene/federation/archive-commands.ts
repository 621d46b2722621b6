import type { Joining } from '@perene/api';
import { type Refusal, refuse } from '@perene/api/refusals';
import { describe as say } from '@perene/api/words';
import { formatRegistrationMail, REGISTRATION_SUBJECT } from '@perene/core/federation';
import type { Command } from 'commander';
import type { SettingName } from '../../../../config/setting-names.ts';
import type { JoinState } from '../../../../ports/federation/joined-resolvers.ts';
import { sendMembership } from '../../../../services/archive/exchange/joining/join-resolver.ts';
import { showJoining } from '../../../../services/archive/exchange/joining/show-joining.ts';
import { type CommandContext, withLocalNode } from '../command-context.ts';
import { addSettings, isJson } from '../global-flags.ts';
import { formatRows } from '../rows.ts';

const JOINING_SETTINGS: readonly SettingName[] = [
  'archive.resolver',
  'archive.registration-key',
  'archive.administrator-email',
  'archive.platform-version',
  'archive.address',
  'archive.service',
  'public-url',
  'identity.host',
  'identity.port',
  'identity.ip',
];

/** Adds what an Archive does towards its resolver (RTC-11 section 7). */
export const addArchiveCommands = (program: Command, context: CommandContext): void => {
  const archive = program
    .command('archive')
    .summary('this Archive towards the resolver that it joins')
    .description('This Archive towards the resolver that it joins: registration, inclusion, exclusion.');
  addRequest(archive, context);
  addInclude(archive, context);
  addExclude(archive, context);
  addStatus(archive, context);
  addRotateKey(archive, context);
  addAcceptLog(archive, context);
};

const addRequest = (archive: Command, context: CommandContext): void => {
  const request = archive
    .command('request')
    .option('--to <ADDRESSES>', 'whom the e-mail is for, with names or without (default: postmaster at the resolver)')
    .option('--send', 'send it to the resolver, which must be a node like this one, instead of printing it')
    .summary('ask to be registered')
    .description('Writes the e-mail by which the Archive asks to be registered (RTC-11 Example 7.1), ready to be sent.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene archive request --archive-registration-key 12345678901234567890
  $ perene archive request --send --archive-resolver http://resolver.example.org

Choose a key of 20 digits or more that nobody can guess, and keep it in the settings: the Archive needs it at every start.`,
    );
  addSettings(request, JOINING_SETTINGS);
  request.action(async ({ send, to }: { send?: boolean; to?: string }, command: Command) => {
    await withLocalNode(command, context, async ({ serviceLabel, mailFormat }, settings) => {
      const { joining } = settings;
      const { registrationKey, administratorEmail: email } = joining;
      if (registrationKey === undefined) {
        throw refuse('setting-invalid', { reason: 'registration-key-missing' });
      }
      const archiveService = await serviceLabel();
      const { text: service } = archiveService;
      if (send === true) {
        const { resolver: url } = joining;
        if (url === undefined) throw unknownResolver();
        const by = { kind: 'anyone', address: '' } as const;
        const resolver = await context.openNode({ ...settings, remote: { url, key: undefined } });
        const { state } = await resolver.membership.register({ service, registrationKey, email }, by);
        context.terminal.out(
          isJson(command) ? `${JSON.stringify({ service, state }, null, 2)}\n` : `${service} ${state}\n`,
        );
        return;
      }
      const text = formatRegistrationMail({ archiveService, registrationKey });
      const mail = { to: to ?? postmasterOf(joining.resolver), from: email, subject: REGISTRATION_SUBJECT, text };
      const written = await mailFormat.write(mail);
      context.terminal.out(isJson(command) ? `${JSON.stringify(mail, null, 2)}\n` : written);
    });
  });
};

/** RFC 5321 section 4.5.1: every host that takes e-mail has a postmaster. */
const postmasterOf = (resolver: string | undefined): string | undefined =>
  resolver === undefined ? undefined : `postmaster@${new URL(resolver).hostname}`;

const addInclude = (archive: Command, context: CommandContext): void => {
  const include = archive
    .command('include')
    .summary('take part in resolution')
    .description('Asks the resolver to include the Archive. A node that runs does so by itself.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene archive include --archive-resolver http://urlib.net --archive-administrator-email ana@example.org
  $ perene archive include --json`,
    );
  addSettings(include, JOINING_SETTINGS);
  include.action((_options, command: Command) => sendAndTell(command, context, 'inclusionRequest'));
};

const addExclude = (archive: Command, context: CommandContext): void => {
  const exclude = archive
    .command('exclude')
    .summary('take part in resolution no longer')
    .description(
      'Asks the resolver to exclude the Archive, which stays registered. A node that stops does so by itself.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ perene archive exclude
  $ perene archive exclude --json`,
    );
  addSettings(exclude, JOINING_SETTINGS);
  exclude.action((_options, command: Command) => sendAndTell(command, context, 'exclusionRequest'));
};

const sendAndTell = (
  command: Command,
  context: CommandContext,
  subject: 'inclusionRequest' | 'exclusionRequest',
): Promise<void> =>
  withLocalNode(command, context, async (node) => {
    const joining = await node.joining();
    if (joining === undefined) throw unknownResolver();
    const state = await sendMembership(joining, subject);
    const { resolver } = joining;
    if (state.kind === 'refused') throw refuse('peer-refused', { reason: 'said', origin: resolver, said: state.why });
    if (state.kind === 'unreachable')
      throw refuse('peer-unreachable', { reason: 'said', origin: resolver, said: state.why });
    const json = { resolver, service: await node.serviceLabel(), ...state };
    context.terminal.out(isJson(command) ? `${JSON.stringify(json, null, 2)}\n` : `${describe(state)}\n`);
  });

const unknownResolver = (): Refusal => refuse('setting-invalid', { reason: 'resolver-missing' });

const addStatus = (archive: Command, context: CommandContext): void => {
  const status = archive
    .command('status')
    .summary('show what the resolver last said')
    .description('Shows how the Archive is known, which resolver it joins, and what that one last said.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene archive status
  $ perene archive status --json`,
    );
  addSettings(status, JOINING_SETTINGS);
  status.action(async (_options, command: Command) => {
    await withLocalNode(command, context, async (node, { joining }) => {
      const shown = await showJoining({ ...node, ...joining });
      const { service, key, address, resolver, state, at, toldAddress, log } = shown;
      context.terminal.out(
        isJson(command)
          ? `${JSON.stringify(shown, null, 2)}\n`
          : formatRows([
              ['service', service],
              ['key', key],
              ['address', address],
              ['resolver', resolver ?? 'none'],
              ['state', resolver === undefined ? undefined : state === undefined ? 'never asked' : describe(state)],
              ['at', at],
              ['log', log && describeLog(log)],
              ['told', toldAddress === undefined || toldAddress === address ? undefined : `the address ${toldAddress}`],
            ]),
      );
    });
  });
};

const describe = (state: JoinState): string => {
  switch (state.kind) {
    case 'included':
      return state.confirmed ? 'included, confirmed' : 'included, but the resolver could not reach the Archive';
    case 'excluded':
      return 'excluded';
    default:
      return `${state.kind}: ${say(state.why, 'en')}`;
  }
};

type JoinedLog = NonNullable<Joining['log']>;

const DOUBTS: Readonly<Record<NonNullable<JoinedLog['doubt']>['kind'], string>> = {
  behind: 'it is shorter than it was',
  unproven: 'the resolver gives no proof that it has only grown',
  unshown: 'the resolver shows no head of it',
};

const describeLog = ({ size, signed, doubt, conflict }: JoinedLog): string => {
  if (conflict !== undefined) {
    return 'REWRITTEN: it does not follow the head that this Archive signed; --json shows both heads. Ask its operator';
  }
  const last = `${size} entries, signed as a witness on ${signed}`;
  if (doubt === undefined) return last;
  const evidence = doubt.head === undefined ? '' : '; --json shows both heads';
  return `IN DOUBT since ${doubt.since}: ${DOUBTS[doubt.kind]}${evidence}. Ask its operator. Before: ${last}`;
};

const addRotateKey = (archive: Command, context: CommandContext): void => {
  archive
    .command('rotate-key')
    .summary('sign with a new key')
    .description('Gives this Archive a new key, signed with the former one, so that resolvers follow.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene archive rotate-key
  $ perene archive rotate-key --json

A node that runs signs with the new key from then on; only a change that is being written at that very moment may still be
signed with the former key, so choose a quiet one.
If the key is lost, the operator of the resolver replaces it with "perene resolver replace-key".`,
    )
    .action(async (_options, command: Command) => {
      await withLocalNode(command, context, async (node) => {
        const { key, former } = await node.rotateKey();
        const json = { service: (await node.serviceLabel()).text, key, former };
        context.terminal.out(
          isJson(command)
            ? `${JSON.stringify(json, null, 2)}\n`
            : formatRows([
                ['key', key],
                ['former', former],
              ]),
        );
      });
    });
};

const addAcceptLog = (archive: Command, context: CommandContext): void => {
  const accept = archive
    .command('accept-log')
    .summary('be a witness of the log again, although it is another')
    .description('Forgets the head that this Archive signed last, and begins anew with the next one.')
    .addHelpText(
      'after',
      `
Examples:
  $ perene archive status --json > evidence.json
  $ perene archive accept-log

Do this only if you know why the log is another, such as after the resolver was restored from a backup. Keep the evidence.`,
    );
  addSettings(accept, JOINING_SETTINGS);
  accept.action(async (_options, command: Command) => {
    await withLocalNode(command, context, async (node, { joining: { resolver } }) => {
      if (resolver === undefined) throw unknownResolver();
      await node.witnessed.forget(resolver);
      context.terminal.out(isJson(command) ? `${JSON.stringify({ resolver }, null, 2)}\n` : `${resolver}\n`);
    });
  });
};
