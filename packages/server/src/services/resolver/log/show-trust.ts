import type { Label } from '@perene/core';
import type { Members } from '../../../ports/federation/members.ts';
import type { LogStore } from '../../../ports/trust/log-store.ts';
import type { LogWitnesses } from '../../../ports/trust/log-witnesses.ts';
import { readKeyChange } from './stored-entries.ts';

/** What the log has of an Archive. */
interface ArchiveTrust {
  /** The key that counts for it. */
  readonly key?: string;
  /** The size of the newest head of the log that it has signed as a witness, among the last ones. */
  readonly witnessed?: number;
}

const MAX_HEADS = 64;

export type FindTrust = (services: readonly Label[]) => Promise<ReadonlyMap<Label, ArchiveTrust>>;

export const createTrustFinder =
  ({
    store,
    witnesses,
    members,
  }: {
    readonly store: Pick<LogStore, 'keyChanges'>;
    readonly witnesses: Pick<LogWitnesses, 'cosigned'>;
    readonly members: Pick<Members, 'pinnedNames'>;
  }): FindTrust =>
  async (services) => {
    const heads = await witnesses.cosigned({ limit: MAX_HEADS });
    const names = await members.pinnedNames();
    const found = new Map<Label, ArchiveTrust>();
    for (const service of services) {
      // A member that is registered by an IBIp signs by its repository name.
      const own = [service, names.get(service) ?? service];
      const changes = (await Promise.all(own.map((name) => store.keyChanges(name)))).find(({ length }) => length > 0);
      const key = (changes ?? []).map(readKeyChange).at(-1)?.statement.key;
      const head = heads.find(({ cosignatures }) => cosignatures.some((one) => own.includes(one.service)));
      found.set(service, { ...(key && { key }), ...(head && { witnessed: head.size }) });
    }
    return found;
  };
