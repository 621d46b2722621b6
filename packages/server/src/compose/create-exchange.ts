import { setTimeout as sleep } from 'node:timers/promises';
import { type Label, parseIbi } from '@perene/core';
import { formatSigned } from '@perene/core/trust';
import type { Settings } from '../config/settings.ts';
import type { Catalogue } from '../ports/archive/catalogue.ts';
import type { JoinedResolvers } from '../ports/federation/joined-resolvers.ts';
import type { Messenger } from '../ports/federation/messenger.ts';
import type { NodeFacts } from '../ports/node/node-facts.ts';
import type { Secrets } from '../ports/system/secrets.ts';
import { createLabelAnnouncer } from '../services/archive/exchange/joining/announce-labels.ts';
import { createLeaseMessages } from '../services/archive/exchange/joining/lease-messages.ts';
import { createUrlKeys, type UrlKeys } from '../services/archive/exchange/url-keys.ts';
import { createCarrierFinder, type FindCarrier } from '../services/archive/items/check-aliases.ts';
import { findArchiveService } from '../services/archive/items/ensure-archive-service.ts';
import type { ResolverService } from '../services/resolver/members/create-resolver-service.ts';

const CARRIER_MS = 2_000;

/** Makes the parts that announce changes of the catalogue to the resolver that this Archive has joined. */
export const createExchange = (
  { joining: { resolver, registrationKey } }: Settings,
  {
    joined,
    facts,
    catalogue,
    messenger,
  }: {
    readonly joined: JoinedResolvers;
    readonly facts: NodeFacts;
    readonly catalogue: Pick<Catalogue, 'labelChanges' | 'findClaimed'>;
    readonly messenger: Messenger;
  },
) => {
  /** Returns undefined if the settings name no resolver, or the Archive has no label yet. */
  const openMessages = async () => {
    const archiveService = await findArchiveService(facts);
    if (resolver === undefined || registrationKey === undefined || archiveService === undefined) return undefined;
    return createLeaseMessages({ resolver, messenger, archiveService, registrationKey });
  };
  const announcer = createLabelAnnouncer({
    joined,
    changes: catalogue.labelChanges,
    openMessages,
    async findClaim(label) {
      const ibi = parseIbi(label);
      // The other labels of an item come with its repository name.
      const found = ibi.ok && ibi.value.form === 'repository' ? await catalogue.findClaimed(ibi.value.text) : undefined;
      return found?.claim && formatSigned(found.claim);
    },
    monotonicMs: () => performance.now(),
    pause: (milliseconds) => sleep(milliseconds),
  });
  return { announcer, openMessages };
};

/** Asks the resolver of this node, and the one that it has joined, who carries an alias. */
export const createCarriers = (
  { roles, joining: { resolver } }: Pick<Settings, 'roles' | 'joining'>,
  {
    messenger,
    openOwn,
    ownService,
  }: {
    readonly messenger: Pick<Messenger, 'sendToResolver'>;
    readonly openOwn: () => Promise<Pick<ResolverService, 'answer'>>;
    readonly ownService: () => Promise<Label>;
  },
): FindCarrier => {
  const askOwn = async (query: string): Promise<string | undefined> => {
    const { status, body } = await (await openOwn()).answer(query, { by: 'itself', isHead: false });
    return status === 200 ? body : undefined;
  };
  const askJoined = (url: string) => (query: string) =>
    messenger.sendToResolver(url, query, { deadlineMs: CARRIER_MS });
  const resolvers = [
    ...(roles.includes('resolver') ? [askOwn] : []),
    ...(resolver === undefined ? [] : [askJoined(resolver)]),
  ];
  return createCarrierFinder(resolvers, ownService);
};

const URL_KEY_SECRET = 'url-key-secret';

/** The keys of answers, by a secret that all processes of the node share. */
export const openUrlKeys = async ({
  facts,
  secrets,
}: {
  readonly facts: NodeFacts;
  readonly secrets: Secrets;
}): Promise<UrlKeys> => {
  const known = await facts.find(URL_KEY_SECRET);
  const made = (): string => secrets.randomBytes(32).toString('base64url');
  return createUrlKeys(known ?? (await facts.keep(URL_KEY_SECRET, made())), secrets);
};
