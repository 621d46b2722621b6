import { type Ibi, isRepositoryLabel, type Label } from '@perene/core';
import { formatAliasAnnouncers, formatAliasAnswer } from '@perene/core/federation';
import type { Alias } from '@perene/core/item';
import type { AliasFinding } from './find-alias.ts';
import type { AliasAsking, AliasHolder } from './poll-archives.ts';

/**
 * Tells a node which item carries an alias, in the format of the protocol; returns undefined if that is not certain. To
 * a node that wants to give it to an item it names the Archives that have announced it and do not answer.
 */
export type AliasTelling = (
  alias: Alias,
  asked: { readonly by: string; readonly item: Ibi | undefined },
) => Promise<string | undefined>;

/** A node waits 2 seconds before it gives an alias. */
const GIVING_MS = 1_500;

export const createAliasTelling =
  ({
    find,
    now,
    deadlineMs,
  }: {
    readonly find: (alias: Alias, asking: AliasAsking) => AsyncIterable<AliasFinding>;
    readonly now: () => number;
    readonly deadlineMs: number;
  }): AliasTelling =>
  async (alias, { by, item }) => {
    const deadline = now() + (item === undefined ? deadlineMs : GIVING_MS);
    const asking = { leftMs: () => deadline - now(), trace: () => undefined, clientAddresses: [by] };
    let last: AliasFinding | undefined;
    for await (const finding of find(alias, asking)) {
      last = finding;
      const [first] = [...finding.holders, ...finding.doubted];
      if (first !== undefined && first.state !== 'Deleted') return write(first);
    }
    // Whoever carried it first keeps it while it is silent.
    if (last?.first !== undefined) return writeFirst(last.first);
    const announcers = item === undefined ? [] : (last?.announcersBut(item) ?? []);
    if (announcers.length > 0) return formatAliasAnnouncers(announcers);
    return last === undefined || last.silent.length > 0 ? undefined : write(last.holders[0]);
  };

/** The first carrier, which is silent. */
const writeFirst = (label: Label): string => {
  const ibi = isRepositoryLabel(label)
    ? { repository: { text: label }, ibip: undefined }
    : { repository: undefined, ibip: { text: label } };
  return formatAliasAnswer({ ibi, state: 'Original' });
};

const write = (holder: AliasHolder | undefined): string =>
  formatAliasAnswer(holder && { ibi: holder.forms, state: holder.state });
