import type { Command } from 'commander';
import type { Settings } from '../../../config/settings.ts';
import type { JoinedResolver } from '../../../ports/joined-resolvers.ts';
import { Refusal } from '../../../refusals/refusal.ts';
import type { JoinNeeds } from '../../../services/archive/join-resolver.ts';
import type { MembershipOperations } from '../../../services/resolver/membership-operations.ts';
import { readCommandSettings, type SettingsContext } from './global-flags.ts';
import type { Terminal } from './terminal.ts';

/** The Archives of a resolver: those of a database, or of a running node. */
interface OpenedMembership {
  readonly operations: MembershipOperations;
  close(): Promise<void>;
}

/** The Archive of a data folder, towards the resolver that it joins. */
export interface OpenedJoining {
  /** Label of the Archive service. */
  readonly service: string;
  /** Undefined where the settings name no resolver. */
  readonly needs: JoinNeeds | undefined;
  /** What was last heard from it. */
  readonly last: JoinedResolver | undefined;
  /** The API of that resolver, if it is one like this. */
  openResolver(): Promise<Pick<MembershipOperations, 'register'>>;
  close(): Promise<void>;
}

export interface MembershipCommandNeeds extends SettingsContext {
  readonly terminal: Terminal;
  readonly openMembership: (settings: Settings, onMailError: (error: unknown) => void) => Promise<OpenedMembership>;
  readonly openJoining: (settings: Settings) => Promise<OpenedJoining>;
}

export const withMembership = async (
  command: Command,
  needs: MembershipCommandNeeds,
  work: (operations: MembershipOperations) => Promise<void>,
): Promise<void> => {
  const opened = await needs.openMembership(readCommandSettings(command, needs), (error) => {
    const reason = error instanceof Error ? error.message : String(error);
    needs.terminal.error(`perene: the e-mail to the administrator was not sent: ${reason.replaceAll(/\s+/g, ' ')}\n`);
  });
  try {
    await work(opened.operations);
  } finally {
    await opened.close();
  }
};

export const withJoining = async (
  command: Command,
  needs: MembershipCommandNeeds,
  work: (joining: OpenedJoining, settings: Settings) => Promise<void>,
): Promise<void> => {
  const settings = readCommandSettings(command, needs);
  if (settings.remote !== undefined) {
    throw new Refusal(
      'setting-invalid',
      `perene archive ${command.name()} acts on a data folder, on its own machine: leave --server out, and PERENE_SERVER`,
    );
  }
  const opened = await needs.openJoining(settings);
  try {
    await work(opened, settings);
  } finally {
    await opened.close();
  }
};
