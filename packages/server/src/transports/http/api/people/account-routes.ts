import type { FastifyReply, FastifyRequest } from 'fastify';
import { create } from 'qrcode';
import { viewPerson } from '../../../../services/people/manage-people.ts';
import type { AccountOperations, PeopleOperations } from '../../../../services/people/people-operations.ts';
import type { SecondFactors } from '../../../../services/people/second-factor.ts';
import type { SessionBook } from '../../../../services/people/session-book.ts';
import type { SignInOperations, Trying } from '../../../../services/people/sign-in.ts';
import { personOf } from '../authentication.ts';
import type { Bind } from '../bind-operation.ts';
import { refuseOtherSites } from './refuse-other-sites.ts';
import { createSessionCookies } from './session-cookie.ts';

export interface AccountServices {
  readonly people: PeopleOperations & AccountOperations;
  readonly sessionBook: SessionBook;
  readonly entrance: SignInOperations;
  readonly factors: SecondFactors;
  readonly publicUrl: string;
}

/** Registers what people do: sign in and out, use links, change their own account. */
export const registerAccountRoutes = (bind: Bind, services: AccountServices): void => {
  const { people, sessionBook, entrance, factors, publicUrl } = services;
  const cookies = createSessionCookies(publicUrl);
  const tryingOf = (request: FastifyRequest): Trying => ({
    address: request.ip,
    agent: request.headers['user-agent'] ?? '',
    known: cookies.readKnown(request),
  });
  /** A session that the browser had before is over: it never becomes that of somebody else. */
  const leave = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = cookies.readSession(request);
    if (token !== undefined) await sessionBook.close(token);
    cookies.clearSession(request, reply);
  };

  bind('signIn', async (request, reply) => {
    refuseOtherSites(request, services);
    const { principal, token, known } = await entrance.signIn(request.body, tryingOf(request));
    const before = cookies.readSession(request);
    if (before !== undefined) await sessionBook.close(before);
    cookies.setSession(request, reply, token);
    cookies.setKnown(request, reply, known);
    return principal;
  });
  bind('signOut', async (request, reply) => {
    refuseOtherSites(request, services);
    await leave(request, reply);
    return undefined;
  });
  bind('openLink', (request) => {
    refuseOtherSites(request, services);
    return people.openLink(request.body.token);
  });
  bind('useLink', async (request) => {
    refuseOtherSites(request, services);
    await people.useLink(request.body.token, request.body);
    return undefined;
  });
  bind('askForReset', (request) => {
    refuseOtherSites(request, services);
    people.askForReset(request.body.email, request.ip);
    return undefined;
  });
  bind('showAccount', (request) => viewPerson(personOf(request).person));
  bind('changeAccount', (request) => people.rename(personOf(request).person.id, request.body.name));
  bind('changePassword', async (request, reply) => {
    const { person } = personOf(request);
    await entrance.confirm(person, request.body.current);
    const changed = await people.changePassword(person.id, request.body.password);
    cookies.setSession(request, reply, await sessionBook.open(changed, tryingOf(request).agent));
    return undefined;
  });
  bind('beginSecondFactor', async (request) => {
    const { person } = personOf(request);
    await entrance.confirm(person, request.body.password);
    const secret = factors.begin();
    const name = encodeURIComponent(`${new URL(publicUrl).host}:${person.email}`);
    const uri = `otpauth://totp/${name}?secret=${secret}&issuer=${encodeURIComponent(new URL(publicUrl).host)}`;
    return { secret, uri, qr: drawCode(uri) };
  });
  bind('confirmSecondFactor', async (request) => {
    const { person } = personOf(request);
    await entrance.confirm(person, request.body.password);
    return { recoveryCodes: await factors.confirm(person, request.body) };
  });
  bind('removeSecondFactor', async (request) => {
    const { person } = personOf(request);
    await entrance.confirm(person, request.body.password);
    await factors.remove(person.id);
    return undefined;
  });
  bind('listSessions', async (request) => ({ sessions: await sessionBook.list(personOf(request)) }));
  bind('endSession', async (request) => {
    await sessionBook.closeOf(personOf(request).person.id, request.params.id);
    return undefined;
  });
  bind('endSessions', async (request, reply) => {
    await people.signOut(personOf(request).person.id);
    cookies.clearSession(request, reply);
    return undefined;
  });
};

/** A QR code as a path of squares, which the console draws. */
const drawCode = (text: string): { readonly size: number; readonly path: string } => {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark = [...data].flatMap((bit, index) => (bit === 0 ? [] : [index]));
  return { size, path: dark.map((index) => `M${index % size} ${Math.floor(index / size)}h1v1h-1z`).join('') };
};
