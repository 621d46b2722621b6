import { writeDamageMail } from '../../adapters/mail/damage-mail.ts';
import { createRemoteMembership } from '../../adapters/remote-node/remote-membership.ts';
import type { Settings } from '../../config/settings.ts';
import type { DamageNews } from '../../ports/archive/file-checks.ts';
import type { Mail } from '../../ports/federation/mail.ts';
import { findCopies } from '../../services/archive/relations/find-copies.ts';
import { checkFiles } from '../../services/archive/upkeep/check-files.ts';
import { createHealer } from '../../services/archive/upkeep/heal-file.ts';
import { healFiles } from '../../services/archive/upkeep/heal-files.ts';
import { walkArchives } from '../../services/resolver/members/membership-operations.ts';
import type { Node } from '../create-node.ts';
import { startRepeating } from './start-repeating.ts';

const PERIOD_MS = 3_600_000;
/** A broken disk has much news: what comes within an hour is told in one e-mail. */
const MAIL_PERIOD_MICROSECONDS = 3_600_000_000n;

interface Watchers {
  readonly onDamage: (news: DamageNews) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Checks files, at once and every hour, as far as the pace of the settings allows, and heals damaged ones beside it;
 * returns how to stop.
 */
export const startChecking = (settings: Settings, node: Node, watchers: Watchers): (() => Promise<void>) => {
  const { onError } = watchers;
  const stopping = new AbortController();
  const { signal } = stopping;
  const { check, heal } = createFileChecks(settings, node, watchers);
  let healing: Promise<void> | undefined;
  const onDamaged = (): void => {
    healing ??= heal(signal)
      .catch(onError)
      .finally(() => {
        healing = undefined;
      });
  };
  const isStopped = () => signal.aborted;
  const stop = startRepeating(() => check({ isStopped, onDamaged }), { periodMs: PERIOD_MS, onError });
  return async () => {
    stopping.abort();
    await stop();
    await healing;
  };
};

/** Returns what does one turn of checking, and one of healing. */
export const createFileChecks = (
  settings: Settings,
  { catalogue, files, facts, clock, peers, membership, messenger, serviceLabel, mail }: Node,
  { onDamage, onError }: Watchers,
) => {
  const { joining, resolverUrl, publicUrl } = settings;
  const elsewhere = joining.resolver ?? (resolverUrl === publicUrl ? undefined : resolverUrl);
  const listArchives = () =>
    walkArchives(elsewhere === undefined ? membership : createRemoteMembership({ url: elsewhere, key: undefined }));
  const heal = createHealer({
    catalogue,
    files,
    peers,
    findCopies: async (label, signal) =>
      findCopies({ listArchives, messenger }, { label, own: (await serviceLabel()).text, signal }),
  });
  let untold: DamageNews[] = [];
  let mailedAt: bigint | undefined;
  const mailNews = async (): Promise<void> => {
    const isDue = mailedAt === undefined || clock.now() - mailedAt >= MAIL_PERIOD_MICROSECONDS;
    if (untold.length === 0 || !isDue) return;
    const news = untold;
    untold = [];
    mailedAt = clock.now();
    await mailDamage(news, settings, mail).catch(onError);
  };
  const tell = async (news: DamageNews): Promise<void> => {
    onDamage(news);
    untold.push(news);
    await mailNews();
  };
  const { fileChecks: checks } = catalogue;
  return {
    async check({ isStopped, onDamaged }: { readonly isStopped: () => boolean; readonly onDamaged: () => void }) {
      await checkFiles({ checks, files, facts, clock, tell, onDamaged }, settings.fixity, { isStopped });
      await mailNews();
    },
    heal: (signal: AbortSignal) => healFiles({ checks, clock, heal, tell }, { signal }),
  };
};

const mailDamage = async (
  news: readonly DamageNews[],
  { joining: { administratorEmail: to }, publicUrl }: Settings,
  mail: Mail | undefined,
): Promise<void> => {
  if (mail !== undefined && to !== undefined) await mail.send(writeDamageMail(news, { to, publicUrl }));
};
