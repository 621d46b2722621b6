import type { Ark } from '@perene/core/ark';
import type { Settings } from '../../config/settings.ts';
import { NO_MINTERS, rememberMinters } from '../../services/noid/ark/ark-minters.ts';
import { createAliasQuestions } from '../../services/resolver/aliases/ask-resolver.ts';
import { registerArksInTime } from '../../transports/http/ark/ark-in-time.ts';
import { asksForRecord, readArkRequest, registerArks } from '../../transports/http/ark/ark-routes.ts';
import type { createHttpServer } from '../../transports/http/create-http-server.ts';
import { registerDois } from '../../transports/http/doi/doi-routes.ts';
import { registerEzid } from '../../transports/http/ezid/ezid-routes.ts';
import { registerHandleProxy } from '../../transports/http/handle/handle-proxy-routes.ts';
import { registerHandles } from '../../transports/http/handle/handle-routes.ts';
import type { Metrics } from '../../transports/http/metrics.ts';
import { registerNoidUrls } from '../../transports/http/noid/noid-url-routes.ts';
import { registerPurls } from '../../transports/http/purl/purl-routes.ts';
import { requireReadingKey } from '../../transports/http/require-reading-key.ts';
import { createAliasAnswers } from '../../transports/http/resolve/answer-alias.ts';
import type { Resolving } from '../../transports/http/resolve/resolve-listener.ts';
import type { Node } from '../create-node.ts';

/** The names of minters, in each of the ways in which others ask for them and register them. */
export const registerNames = (
  server: ReturnType<typeof createHttpServer>,
  settings: Settings,
  { node, resolving, metrics }: { readonly node: Node; readonly resolving: Resolving; readonly metrics: Metrics },
): void => {
  const { roles, publicUrl, resolverUrl, isReadingPublic } = settings;
  const { catalogue, keys, minterStore, patterns, clock, secrets, recollection, isAlias } = node;
  const isMinter = roles.includes('minter');
  const isResolver = roles.includes('resolver');
  const isOwnResolver = resolverUrl === publicUrl;
  const arks = {
    store: minterStore,
    minters: isMinter ? rememberMinters({ store: minterStore, recollection }) : NO_MINTERS,
    patterns,
    isAlias: ({ text }: Ark) => isAlias(text),
    publicUrl,
    ...settings.ark,
    resolver: isOwnResolver
      ? undefined
      : { url: resolverUrl, mayKnow: createAliasQuestions({ catalogue, messenger: node.messenger, resolverUrl }) },
    answerAlias: isResolver || isOwnResolver ? createAliasAnswers(resolving, metrics) : undefined,
  };
  server.register(async (closed) => {
    // Only minters have records to show.
    if (isMinter) requireReadingKey(closed, { keys, isReadingPublic }, asksForRecord);
    registerArks(closed, arks);
  });
  const elsewhere = isResolver || isOwnResolver ? undefined : resolverUrl;
  registerDois(server, { answerAlias: arks.answerAlias, resolverUrl: elsewhere });
  if (isMinter) {
    server.register(async (closed) => {
      requireReadingKey(closed, { keys, isReadingPublic });
      registerArksInTime(closed, arks, readArkRequest);
    });
    registerHandles(server, { ...node, isReadingPublic });
    server.register(async (closed) =>
      registerHandleProxy(closed, {
        parts: arks,
        chance: Math.random,
        keys,
        isReadingPublic,
        answerAlias: arks.answerAlias,
        resolverUrl: elsewhere,
      }),
    );
    registerPurls(server, arks);
    registerEzid(server, { ...node, isReadingPublic, isSecure: publicUrl.startsWith('https:') });
    registerNoidUrls(server, {
      store: minterStore,
      tools: { clock, secrets, patterns },
      keys,
      isReadingPublic,
      changesByGet: settings.noidChangesByGet,
    });
  }
};
