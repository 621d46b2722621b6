import type { SqlDatabase } from '../adapters/sql/sql-database.ts';
import type { Settings } from '../config/settings.ts';
import type { ArchiveMessenger } from '../ports/archive-messenger.ts';
import type { Mail } from '../ports/mail.ts';
import type { MembershipOperations } from '../services/resolver/membership-operations.ts';
import type { Store } from './open-store.ts';

const openMail = async ({ smtp }: Settings): Promise<Mail | undefined> =>
  smtp && (await import('../adapters/mail/smtp-mail.ts')).createSmtpMail(smtp);

const openMembers = async (database: SqlDatabase) => {
  const [{ createSqlMembers }, { createSqlAlerts }, { createScryptKeyHashes }] = await Promise.all([
    import('../adapters/sql/sql-members.ts'),
    import('../adapters/sql/sql-alerts.ts'),
    import('../adapters/system/scrypt-key-hashes.ts'),
  ]);
  return { members: createSqlMembers(database), alerts: createSqlAlerts(database), hashes: createScryptKeyHashes() };
};

/** What a command of the resolver's operator needs; a running node notices what it changes within a second. */
export const openMembershipForCommands = async (
  settings: Settings,
  database: SqlDatabase,
  onMailError: (error: unknown) => void,
): Promise<MembershipOperations> => {
  const [{ createMembershipOperations }, { createSystemClock }] = await Promise.all([
    import('../services/resolver/register-archives.ts'),
    import('../adapters/system/system-clock.ts'),
  ]);
  return createMembershipOperations({
    ...(await openMembers(database)),
    directory: { refresh: async () => undefined },
    circuits: undefined,
    clock: createSystemClock(),
    mail: await openMail(settings),
    resolverUrl: settings.resolverUrl,
    onMailError,
  });
};

/** The Archives of this resolver, its own included without asking. */
export const openMembership = async (
  settings: Settings,
  { database, clock }: Pick<Store, 'database' | 'clock'>,
  needs: {
    readonly messenger: Pick<ArchiveMessenger, 'send'>;
    /** With its address, it is included there; without, it stays where it is. */
    readonly local: { readonly service: string; readonly address?: string } | undefined;
    readonly onError: (error: unknown, what: string) => void;
  },
) => {
  const [directories, circuitry, registration, protocol, own] = await Promise.all([
    import('../services/resolver/member-directory.ts'),
    import('../services/resolver/member-circuits.ts'),
    import('../services/resolver/register-archives.ts'),
    import('../services/resolver/membership.ts'),
    import('../services/resolver/include-local.ts'),
  ]);
  const { members, alerts, hashes } = await openMembers(database);
  const { service: localService, address } = needs.local ?? {};
  if (localService !== undefined && address !== undefined) {
    await own.includeLocalArchive({ members, clock }, { service: localService, address });
  }
  const directory = await directories.openMemberDirectory({
    members,
    localService,
    onError: (error) => needs.onError(error, 'reading the Archives of this resolver failed'),
  });
  const circuits = circuitry.createMemberCircuits({ clock, chance: Math.random });
  const operations = registration.createMembershipOperations({
    members,
    alerts,
    hashes,
    directory,
    circuits,
    clock,
    mail: await openMail(settings),
    resolverUrl: settings.resolverUrl,
    onMailError: (error) => needs.onError(error, 'an e-mail to the administrator of an Archive was not sent'),
  });
  const service = protocol.createResolverService({
    members,
    messenger: needs.messenger,
    hashes,
    directory,
    clock,
  });
  return { members, alerts, directory, circuits, operations, service };
};
