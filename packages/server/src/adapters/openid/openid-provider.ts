import { readFile } from 'node:fs/promises';
import { Refusal, refuse } from '@perene/api/refusals';
import type { Network } from '@perene/core/item';
import type { AuthorizationServer, Client, ClientAuth, CustomFetchOptions } from 'oauth4webapi';
import type { IdentityProvider, Journey, ProvenIdentity } from '../../ports/people/identity-provider.ts';
import type { LookUpAll } from '../peers/allowed-address.ts';
import { createPeerDispatcher } from '../peers/dispatcher.ts';
import { createBoundedFetch } from './bounded-fetch.ts';
import { readClaims } from './read-claims.ts';

type Library = typeof import('oauth4webapi');

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: { readonly text: string } | { readonly file: string } | undefined;
  readonly scopes: readonly string[];
  readonly groupsClaim: string;
}

interface Needs {
  /** Where the provider sends the browser back to. */
  readonly redirectUrl: string;
  /** Where the provider sends the browser to that has signed out. */
  readonly signedOutUrl: string;
  readonly allowedNetworks: readonly Network[];
  readonly lookUp?: LookUpAll;
  readonly deadlineMs?: number;
  /** Is called with the reason for which a provider, or what it said, was not believed. */
  readonly onFailure: (error: unknown) => void;
}

const DEADLINE_MS = 5_000;
/** How long what the provider says of itself is believed. Its keys are asked for again more often. */
const METADATA_MS = 3_600_000;
const CLOCK_TOLERANCE_SECONDS = 60;

/** A provider of OpenID Connect: code flow with PKCE, state and nonce; signatures are always checked. */
export const createOpenIdProvider = (settings: ProviderSettings, needs: Needs): IdentityProvider => {
  const { issuer, clientId, secret, scopes, groupsClaim } = settings;
  const { redirectUrl, signedOutUrl, allowedNetworks, lookUp, deadlineMs = DEADLINE_MS, onFailure } = needs;
  // A code works once, so no request is sent again by itself.
  const dispatcher = createPeerDispatcher({ allowedNetworks, lookUp, keepAlive: false });
  const boundedFetch = createBoundedFetch(dispatcher, { deadlineMs });
  const findServer = createDiscovery();

  function createDiscovery() {
    let known: { readonly server: Promise<AuthorizationServer>; readonly until: number } | undefined;
    return (library: Library): Promise<AuthorizationServer> => {
      if (known === undefined || known.until <= Date.now()) {
        const server = discover(library);
        known = { server, until: Date.now() + METADATA_MS };
        server.catch(() => {
          known = undefined;
        });
      }
      return known.server;
    };
  }

  const optionsOf = (library: Library) => ({
    [library.customFetch]: (url: string, asked: CustomFetchOptions<string, unknown>) => boundedFetch(url, asked),
    [library.allowInsecureRequests]: issuer.startsWith('http:'),
  });
  const discover = async (library: Library): Promise<AuthorizationServer> => {
    const url = new URL(issuer);
    return library.processDiscoveryResponse(url, await library.discoveryRequest(url, optionsOf(library)));
  };
  const readSecret = async (): Promise<string | undefined> => {
    if (secret === undefined) return undefined;
    return 'text' in secret ? secret.text : (await readFile(secret.file, 'utf8')).trim();
  };

  /** Turns whatever fails into a refusal, and tells the operator why. */
  const attempt = async <Value>(work: (library: Library) => Promise<Value>): Promise<Value> => {
    const library = await import('oauth4webapi');
    try {
      return await work(library);
    } catch (error) {
      onFailure(error);
      throw refusalOf(error, library);
    }
  };

  const prove = async (library: Library, answer: string, journey: Journey): Promise<ProvenIdentity> => {
    const options = optionsOf(library);
    const server = await findServer(library);
    const client: Client = { client_id: clientId, [library.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    const parameters = library.validateAuthResponse(server, client, new URLSearchParams(answer), journey.state);
    const response = await library.authorizationCodeGrantRequest(
      server,
      client,
      authenticationOf(library, server, await readSecret()),
      parameters,
      redirectUrl,
      journey.verifier,
      options,
    );
    const tokens = await library.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: journey.nonce,
      requireIdToken: true,
    });
    await library.validateApplicationLevelSignature(server, response, options);
    const claims = library.getValidatedIdTokenClaims(tokens);
    if (claims === undefined) throw new Error('the provider sent no ID token');
    const more = server.userinfo_endpoint === undefined ? {} : await askMore(claims.sub, tokens.access_token);
    const proven = readClaims(claims, more, groupsClaim);
    if (proven === undefined) throw new Error('the provider named no subject of at most 255 ASCII characters');
    return proven;

    async function askMore(subject: string, token: string) {
      const told = await library.userInfoRequest(server, client, token, options);
      const isSigned = told.headers.get('content-type')?.startsWith('application/jwt');
      const info = await library.processUserInfoResponse(server, client, subject, told);
      if (isSigned) await library.validateApplicationLevelSignature(server, told, options);
      return info;
    }
  };

  return {
    issuer,
    begin: ({ state, nonce, verifier }) =>
      attempt(async (library) => {
        const { authorization_endpoint: endpoint } = await findServer(library);
        if (endpoint === undefined) throw new Error('the provider has no authorization endpoint');
        const url = new URL(endpoint);
        library.checkProtocol(url, issuer.startsWith('https:'));
        const parameters = {
          client_id: clientId,
          redirect_uri: redirectUrl,
          response_type: 'code',
          scope: ['openid', ...scopes].join(' '),
          state,
          nonce,
          code_challenge: await library.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        };
        for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
        return url.href;
      }),
    finish: (answer, journey) => attempt((library) => prove(library, answer, journey)),
    findSignOut: () =>
      attempt(async (library) => {
        const { end_session_endpoint: endpoint } = await findServer(library);
        if (typeof endpoint !== 'string') return undefined;
        const url = new URL(endpoint);
        library.checkProtocol(url, issuer.startsWith('https:'));
        url.searchParams.set('client_id', clientId);
        url.searchParams.set('post_logout_redirect_uri', signedOutUrl);
        return url.href;
      }),
  };
};

/** By the method that every provider has to know, unless it says that it does not. */
const authenticationOf = (library: Library, server: AuthorizationServer, secret: string | undefined): ClientAuth => {
  if (secret === undefined) return library.None();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const isPosted = !methods.includes('client_secret_basic') && methods.includes('client_secret_post');
  return isPosted ? library.ClientSecretPost(secret) : library.ClientSecretBasic(secret);
};

const refusalOf = (error: unknown, library: Library): Refusal => {
  if (error instanceof library.AuthorizationResponseError) return refuse('openid-refused', { reason: 'denied' });
  // The dispatcher refuses with these; the message of other refusals would name addresses inside the network.
  const cause = error instanceof Error && error.cause instanceof Refusal ? error.cause : error;
  if (cause instanceof Refusal) return refuse('openid-unreachable');
  return refuse('openid-refused', { reason: 'unproven' });
};
