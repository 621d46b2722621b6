import { formatHostPort, formatRegistrationMail, parseIbi, REGISTRATION_SUBJECT } from '@perene/core';
import type { Command } from 'commander';
import type { SettingName } from '../../../config/setting-names.ts';
import type { JoinState } from '../../../ports/joined-resolvers.ts';
import { Refusal } from '../../../refusals/refusal.ts';
import { type JoinNeeds, sendMembership, timeOfJoining } from '../../../services/archive/join-resolver.ts';
import { addSettings } from './global-flags.ts';
import { type MembershipCommandNeeds, type OpenedJoining, withJoining } from './membership-needs.ts';
import { isJson } from './minter-needs.ts';
import { formatRows } from './rows.ts';

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

/** An Archive towards its resolver (RTC-11 section 7). */
export const addArchiveCommands = (program: Command, needs: MembershipCommandNeeds): void => {
  const archive = program
    .command('archive')
    .summary('this Archive towards the resolver that it joins')
    .description('This Archive towards the resolver that it joins: registration, inclusion, exclusion.');
  addRequest(archive, needs);
  addInclude(archive, needs);
  addExclude(archive, needs);
  addStatus(archive, needs);
};

const addRequest = (archive: Command, needs: MembershipCommandNeeds): void => {
  const request = archive
    .command('request')
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
  request.action(async ({ send }: { send?: boolean }, command: Command) => {
    await withJoining(command, needs, async (opened, { joining }) => {
      const { registrationKey, administratorEmail: email } = joining;
      if (registrationKey === undefined) {
        throw new Refusal(
          'setting-invalid',
          'choose a key of 10 digits or more, and give it as --archive-registration-key',
        );
      }
      const { service } = opened;
      if (send === true) {
        const resolver = await opened.openResolver();
        const by = { kind: 'anyone', address: '' } as const;
        const { state } = await resolver.register({ service, registrationKey, email }, by);
        needs.terminal.out(
          isJson(command) ? `${JSON.stringify({ service, state }, null, 2)}\n` : `${service} ${state}\n`,
        );
        return;
      }
      const text = writeRequest(service, registrationKey);
      const json = { subject: REGISTRATION_SUBJECT, text };
      needs.terminal.out(
        isJson(command) ? `${JSON.stringify(json, null, 2)}\n` : `Subject: ${REGISTRATION_SUBJECT}\n\n${text}`,
      );
    });
  });
};

const writeRequest = (service: string, registrationKey: string): string => {
  const ibi = parseIbi(service);
  if (!ibi.ok) throw new Error(`the label of the Archive service is wrong: expected ${ibi.expected}`);
  return formatRegistrationMail({ archiveService: ibi.value, registrationKey });
};

const addInclude = (archive: Command, needs: MembershipCommandNeeds): void => {
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
  include.action((_options, command: Command) => sendAndTell(command, needs, 'inclusionRequest'));
};

const addExclude = (archive: Command, needs: MembershipCommandNeeds): void => {
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
  exclude.action((_options, command: Command) => sendAndTell(command, needs, 'exclusionRequest'));
};

const sendAndTell = (
  command: Command,
  needs: MembershipCommandNeeds,
  subject: 'inclusionRequest' | 'exclusionRequest',
): Promise<void> =>
  withJoining(command, needs, async (opened) => {
    const joining = needsOf(opened);
    const state = await sendMembership(joining, subject);
    const { resolver } = joining;
    if (state.kind === 'refused') throw new Refusal('peer-refused', `${resolver} refuses: ${state.reason}`);
    if (state.kind === 'unreachable') throw new Refusal('peer-unreachable', state.reason);
    const json = { resolver, service: opened.service, ...state };
    needs.terminal.out(isJson(command) ? `${JSON.stringify(json, null, 2)}\n` : `${describe(state)}\n`);
  });

const needsOf = ({ needs }: OpenedJoining): JoinNeeds => {
  if (needs !== undefined) return needs;
  throw new Refusal('setting-invalid', 'which resolver? give its address as --archive-resolver http://...');
};

const addStatus = (archive: Command, needs: MembershipCommandNeeds): void => {
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
    await withJoining(command, needs, async ({ service, last }, { joining }) => {
      const address = formatHostPort(joining.address);
      const { resolver } = joining;
      const at = last && timeOfJoining(last);
      const json = { service, address, resolver, ...(last && { state: last.state, at, toldAddress: last.address }) };
      needs.terminal.out(
        isJson(command)
          ? `${JSON.stringify(json, null, 2)}\n`
          : formatRows([
              ['service', service],
              ['address', address],
              ['resolver', resolver ?? 'none'],
              ['state', resolver === undefined ? undefined : last === undefined ? 'never asked' : describe(last.state)],
              ['at', at],
              ['told', last && last.address !== address ? `the address ${last.address}` : undefined],
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
      return `${state.kind}: ${state.reason}`;
  }
};
