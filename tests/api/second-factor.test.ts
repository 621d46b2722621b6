import { expect, it } from 'vitest';
import { createTotpCodes } from '../../packages/server/src/adapters/passwords/totp-codes.ts';
import { serveTestNode } from '../fixtures/served-node.ts';
import { createVisitor } from '../fixtures/visitor.ts';

const PASSWORD = 'seven quiet herons at dawn';
const EMAIL = 'ana@example.org';

it('a second factor is asked for, works once, and can be recovered and taken away', async () => {
  let now = 1_794_798_226_530_001n;
  const clock = { now: () => now, wait: async () => undefined };
  const { node, url } = await serveTestNode({}, { clock });
  const { link = '', person } = await node.people.invite({ name: 'Ana', email: EMAIL, role: 'reader' }, { by: 'link' });
  await node.people.useLink(link.slice(link.indexOf('#') + 1), { password: PASSWORD });
  const visitor = createVisitor(url);
  await visitor.signIn(EMAIL, PASSWORD);
  const send = (method: string, json: object) => visitor.send(method, '/account/second-factor', { json });
  expect((await send('POST', { password: 'wrong' })).body).toMatchObject({ code: 'password-wrong' });
  const begun = (await send('POST', { password: PASSWORD })).body as unknown as { secret: string; uri: string };
  expect(begun.uri).toBe(`otpauth://totp/example.org%3Aana%40example.org?secret=${begun.secret}&issuer=example.org`);
  const codeAt = (steps: bigint) => createTotpCodes().codeAt(begun.secret, now / 30_000_000n + steps);
  const { secret } = begun;
  for (const [given, code] of [
    ['A', codeAt(0n)],
    [secret, '000000'],
    [secret, codeAt(5n)],
  ]) {
    const refused = await send('PUT', { password: PASSWORD, secret: given, code });
    expect(refused.body).toMatchObject({ code: 'code-wrong' });
  }
  const confirmed = await send('PUT', { password: PASSWORD, secret, code: codeAt(0n) });
  const recovery = confirmed.body['recoveryCodes'] as unknown as string[];
  expect(recovery).toHaveLength(10);
  const stored = await node.database.read((session) => session.all('select * from recovery_codes'));
  expect(JSON.stringify(stored)).not.toContain(recovery[0]?.replaceAll('-', ''));

  const enter = (code?: string) => createVisitor(url).signIn(EMAIL, PASSWORD, code === undefined ? {} : { code });
  expect((await enter()).body).toMatchObject({ code: 'second-factor-needed' });
  expect((await createVisitor(url).signIn(EMAIL, 'wrong', { code: codeAt(1n) })).body).toMatchObject({
    code: 'sign-in-refused',
  });
  // The code that confirmed it was used.
  expect((await enter(codeAt(0n))).body).toMatchObject({ code: 'code-wrong' });
  now += 30_000_000n;
  expect((await enter(codeAt(0n))).status).toBe(201);
  expect((await enter(codeAt(0n))).status).toBe(403);
  expect((await enter(codeAt(-1n))).status).toBe(403);
  expect((await enter(recovery[0])).status).toBe(201);
  expect((await enter(recovery[0])).status).toBe(403);
  expect((await enter('')).status).toBe(403);

  const sameStep = codeAt(1n);
  const together = await Promise.all([enter(sameStep), enter(sameStep)]);
  expect(together.map(({ status }) => status).toSorted()).toEqual([201, 403]);

  const statuses: number[] = [];
  for (let count = 0; count < 22; count += 1) statuses.push((await enter(String(count).padStart(6, '0'))).status);
  expect(statuses).toContain(429);
  now += 900_000_000n;
  expect((await send('DELETE', { password: PASSWORD })).status).toBe(204);
  expect((await enter()).status).toBe(201);
  await node.factors.remove(person.id);
});
