import { refuse } from '@perene/api/refusals';
import type { FastifyRequest } from 'fastify';
import type { OwnIdentities } from '../../../../services/people/openid/own-identities.ts';
import type { ElsewhereOperations } from '../../../../services/people/openid/sign-in-elsewhere.ts';
import type { SessionBook } from '../../../../services/people/session-book.ts';
import type { SignInOperations } from '../../../../services/people/sign-in.ts';
import { personOf } from '../authentication.ts';
import type { Bind } from '../bind-operation.ts';
import { refuseOtherSites } from './refuse-other-sites.ts';
import { createSessionCookies } from './session-cookie.ts';

interface OpenIdServices {
  /** Undefined if people sign in with passwords only. */
  readonly elsewhere: ElsewhereOperations | undefined;
  readonly ownIdentities: OwnIdentities;
  readonly sessionBook: Pick<SessionBook, 'close'>;
  readonly entrance: Pick<SignInOperations, 'confirm'>;
  readonly publicUrl: string;
}

/** Registers signing in through another service, and the accounts there by which people are known. */
export const registerOpenIdRoutes = (bind: Bind, services: OpenIdServices): void => {
  const { ownIdentities, sessionBook, entrance, publicUrl } = services;
  const cookies = createSessionCookies(publicUrl);
  const openService = (request: FastifyRequest): ElsewhereOperations => {
    refuseOtherSites(request, services);
    if (services.elsewhere === undefined) throw refuse('openid-missing');
    return services.elsewhere;
  };
  const browserOf = (request: FastifyRequest) => ({
    address: request.ip,
    agent: request.headers['user-agent'] ?? '',
    kept: cookies.readJourney(request),
  });
  /** A session that the browser had before is over: it never becomes that of somebody else. */
  const endBefore = async (request: FastifyRequest): Promise<void> => {
    const before = cookies.readSession(request);
    if (before !== undefined) await sessionBook.close(before);
  };

  bind('beginOpenId', async (request, reply) => {
    const elsewhere = openService(request);
    const { purpose, password } = request.body;
    if (purpose === 'sign-out') return { url: await elsewhere.findSignOut() };
    const departing = async () => {
      if (purpose === 'sign-in') return elsewhere.depart({ purpose });
      const { person } = personOf(request);
      await entrance.confirm(person, password ?? '');
      return elsewhere.depart({ purpose, person: person.id });
    };
    const { url, kept } = await departing();
    cookies.setJourney(request, reply, kept);
    return { url };
  });
  bind('finishOpenId', async (request, reply) => {
    const elsewhere = openService(request);
    // Whatever comes of it, what was begun is over.
    cookies.clearJourney(request, reply);
    const browser = { ...browserOf(request), person: request.signedIn?.person.id };
    const arrival = await elsewhere.arrive(request.body.answer, browser);
    if (arrival.kind === 'linked') return { purpose: 'link' as const };
    if (arrival.kind === 'code-needed') {
      reply.removeHeader('set-cookie');
      cookies.setJourney(request, reply, arrival.kept);
      throw refuse('second-factor-needed');
    }
    await endBefore(request);
    cookies.setSession(request, reply, arrival.token);
    return { purpose: 'sign-in' as const, principal: arrival.principal };
  });
  bind('confirmOpenId', async (request, reply) => {
    const { principal, token } = await openService(request).confirm(request.body.code, browserOf(request));
    await endBefore(request);
    cookies.clearJourney(request, reply);
    cookies.setSession(request, reply, token);
    return principal;
  });
  bind('listIdentities', async (request) => ({
    identities: await ownIdentities.list(personOf(request).person.id),
  }));
  bind('unlinkIdentity', async (request) => {
    const { person } = personOf(request);
    await entrance.confirm(person, request.body.password);
    await ownIdentities.unlink(person.id, request.body.issuer);
    return undefined;
  });
};
