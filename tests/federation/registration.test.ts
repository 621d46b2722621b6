import type { AddressInfo } from 'node:net';
import type { Label } from '@perene/core';
import { parseIbi } from '@perene/core';
import { formatRegistrationMail } from '@perene/core/federation';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSmtpMail } from '../../packages/server/src/adapters/mail/smtp-mail.ts';
import { parsedLabel } from '../fixtures/labels.ts';
import { serve, startResolver } from './membership-resolver.ts';

const SERVICE = parsedLabel('dpi.inpe.br/banon/1999/01.09.22.14');
const KEY = '1234567890';
const ANYONE = { kind: 'anyone', address: '192.0.2.1' } as const;
const OPERATOR = { kind: 'operator' } as const;

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

/** Starts a mail server of the test's own, which keeps what it is given. */
const startMailServer = async ({ refuses = false } = {}) => {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) => callback(refuses ? new Error('nobody of that name') : undefined),
    onData(stream, { envelope }, callback) {
      let text = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), text });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { received, mail: createSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: 'resolver@example.org' }) };
};

/** Returns the words of an e-mail, whatever its encoding is. */
const decode = (text: string): string => {
  const end = text.indexOf('\r\n\r\n');
  const body = text.slice(end + 4);
  if (/^content-transfer-encoding: base64/im.test(text)) return Buffer.from(body, 'base64').toString();
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
};

describe('a request for registration', () => {
  it('finds room among a thousand that nobody has decided about for a week, and none among newer ones', async () => {
    const { operations, database } = await startResolver();
    const now = BigInt(Date.now()) * 1_000n;
    const fill = (requestedAt: bigint) =>
      database.transaction(async (session) => {
        await session.run('delete from archive_members');
        for (let number = 0; number < 1_000; number += 1) {
          await session.run(
            `insert into archive_members (service, state, key_hash, is_confirmed, requested_at, changed_at, revision)
             values (?, 'requested', '', 0, ?, ?, ?)`,
            [`example.org/a/2026/01.01.00.00.00.${number}`, requestedAt, requestedAt, BigInt(number + 1)],
          );
        }
      });
    await fill(now - 6n * 86_400_000_000n);
    const request = { service: SERVICE, registrationKey: KEY };
    await expect(operations.register(request, ANYONE)).rejects.toMatchObject({ code: 'too-many-registrations' });
    await fill(now - 8n * 86_400_000_000n);
    expect(await operations.register(request, ANYONE)).toMatchObject({ state: 'requested' });
    expect((await operations.list({})).archives.map(({ service }) => service)).toEqual([SERVICE]);
  });

  it('waits until the operator approves, who is told whose it is', async () => {
    const { operations } = await startResolver();
    const request = { service: SERVICE, registrationKey: KEY, email: 'banon@dpi.inpe.br' };
    const asked = await operations.register(request, ANYONE);
    expect(asked).toMatchObject({ service: SERVICE, state: 'requested', confirmed: false, mail: 'none' });
    expect(asked).not.toHaveProperty('number');
    expect((await operations.list({})).archives).toEqual([
      expect.objectContaining({ service: SERVICE, state: 'requested', administratorEmail: 'banon@dpi.inpe.br' }),
    ]);
    expect(await operations.approve(SERVICE)).toMatchObject({ state: 'registered', number: 0, mail: 'none' });
    expect(await operations.approve(SERVICE)).toMatchObject({ state: 'registered', number: 0, mail: 'none' });
  });

  it('sent again is the same request, with another key it is refused', async () => {
    const { operations, members } = await startResolver();
    const request = { service: SERVICE, registrationKey: KEY };
    await operations.register(request, ANYONE);
    const before = await members.find(SERVICE);
    expect(await operations.register(request, ANYONE)).toMatchObject({ state: 'requested' });
    const other = { ...request, registrationKey: '9999999999' };
    await expect(operations.register(other, ANYONE)).rejects.toMatchObject({ code: 'archive-registered' });
    expect(await members.find(SERVICE)).toEqual(before);
    await operations.approve(SERVICE);
    await expect(operations.register(request, ANYONE)).rejects.toMatchObject({ code: 'archive-registered' });
    await operations.revoke(SERVICE);
    await expect(operations.register(request, ANYONE)).rejects.toMatchObject({ code: 'archive-registered' });
  });

  it('is forgotten when it is revoked, and takes no number', async () => {
    const { operations, members } = await startResolver();
    await operations.register({ service: SERVICE, registrationKey: KEY }, ANYONE);
    expect(await operations.revoke(SERVICE)).toMatchObject({ service: SERVICE, state: 'revoked' });
    expect(await members.find(SERVICE)).toBeUndefined();
    await expect(operations.revoke(SERVICE)).rejects.toMatchObject({ code: 'archive-not-found' });
    await expect(operations.approve(SERVICE)).rejects.toMatchObject({ code: 'archive-not-found' });
    expect(await operations.register({ service: SERVICE, registrationKey: KEY }, OPERATOR)).toMatchObject({
      number: 0,
    });
  });

  it('of the operator is approved at once, and replaces the key of an Archive that is known', async () => {
    const { operations, members } = await startResolver();
    await operations.register({ service: SERVICE, registrationKey: KEY, email: 'banon@dpi.inpe.br' }, ANYONE);
    const first = await operations.register({ service: SERVICE, registrationKey: '9999999999' }, OPERATOR);
    expect(first).toMatchObject({ state: 'registered', number: 0, administratorEmail: 'banon@dpi.inpe.br' });
    const hash = (await members.find(SERVICE))?.keyHash;
    await operations.revoke(SERVICE);
    expect(await operations.revoke(SERVICE)).toMatchObject({ state: 'revoked', number: 0 });
    await operations.register({ service: SERVICE, registrationKey: KEY, email: 'new@dpi.inpe.br' }, OPERATOR);
    const member = await members.find(SERVICE);
    expect(member).toMatchObject({ state: 'registered', number: 0, administratorEmail: 'new@dpi.inpe.br' });
    expect(member?.keyHash).not.toBe(hash);
  });

  it('is refused for the label of the resolver itself', async () => {
    const { operations } = await startResolver();
    const request = { service: parsedLabel('J8LNKB5R7W/3FUQHC5'), registrationKey: KEY };
    for (const who of [ANYONE, OPERATOR]) {
      await expect(operations.register(request, who)).rejects.toMatchObject({
        code: 'registration-invalid',
        parameters: { reason: 'resolver-service' },
      });
    }
  });

  it('comes 20 times an hour from one address', async () => {
    const { operations } = await startResolver();
    const labelOf = (index: number) => parsedLabel(`example.org/a/2026/01.01.00.${String(index + 10)}`);
    for (let index = 0; index < 20; index += 1) {
      await operations.register({ service: labelOf(index), registrationKey: KEY }, ANYONE);
    }
    const late = { service: labelOf(20), registrationKey: KEY };
    await expect(operations.register(late, ANYONE)).rejects.toMatchObject({
      code: 'too-many-registrations',
      message: expect.stringMatching(/from 192\.0\.2\.1: wait \d+ s$/),
    });
    expect(await operations.register(late, { kind: 'anyone', address: '192.0.2.2' })).toMatchObject({
      state: 'requested',
    });
    expect(await operations.register(late, OPERATOR)).toMatchObject({ state: 'registered' });
  });

  it('waits with 999 others, and no more', async () => {
    const { operations, members } = await startResolver();
    await operations.register({ service: SERVICE, registrationKey: KEY }, ANYONE);
    const first = await members.find(SERVICE);
    if (first === undefined) throw new Error('nothing was kept');
    const labelOf = (index: number) =>
      parsedLabel(
        `example.org/a/2026/01.01.${String(Math.floor(index / 60)).padStart(2, '0')}.${String(index % 60).padStart(2, '0')}`,
      );
    const fill = Array.from({ length: 998 }, (_, index) => labelOf(index));
    await Promise.all(
      fill.map((service) => members.change(service, () => ({ kind: 'keep', member: { ...first, service } }))),
    );
    const register = (service: Label) => operations.register({ service, registrationKey: KEY }, ANYONE);
    expect(await register(labelOf(998))).toMatchObject({ state: 'requested' });
    await expect(register(labelOf(999))).rejects.toMatchObject({
      code: 'too-many-registrations',
      message: expect.stringContaining('wait for the operator'),
    });
    expect(await register(SERVICE)).toMatchObject({ state: 'requested' });
    await operations.approve(SERVICE);
    expect(await register(labelOf(999))).toMatchObject({ state: 'requested' });
  });

  it.each([
    [{ registrationKey: '123456789' }, 'registration-invalid'],
    [{ registrationKey: '12345678901-' }, 'registration-invalid'],
    [{ registrationKey: 'secret' }, 'registration-invalid'],
    [{ email: 'nobody' }, 'registration-invalid'],
    [{ email: 'a,b@example.org' }, 'registration-invalid'],
    [{ email: 'a@example.org,b@example.org' }, 'registration-invalid'],
    [{ email: 'a@example.org\r\nBcc: b@example.org' }, 'registration-invalid'],
    [{ email: 'Ana <a@example.org>' }, 'registration-invalid'],
    [{ email: `${'a'.repeat(250)}@example.org` }, 'registration-invalid'],
    [{ email: 'a@localhost' }, 'registration-invalid'],
  ])('with %j is refused as %s, without repeating a key', async (wrong, code) => {
    const { operations } = await startResolver();
    const request = operations.register({ service: SERVICE, registrationKey: KEY, ...wrong }, OPERATOR);
    await expect(request).rejects.toMatchObject({ code, message: expect.not.stringMatching(/secret|1234567/) });
    expect((await operations.list({})).archives).toEqual([]);
  });
});

describe('an Archive that does not answer', () => {
  it('is shown as silent, since when, and when it is tried again', async () => {
    const { operations, members, circuits } = await startResolver();
    await operations.register({ service: SERVICE, registrationKey: KEY }, OPERATOR);
    await members.change(SERVICE, (member) => member && { kind: 'keep', member: { ...member, state: 'included' } });
    const healthOf = async () => (await operations.list({})).archives[0]?.health;
    expect(await healthOf()).toEqual({ kind: 'answering' });
    expect(circuits.mayAsk(0)).toBe(true);
    for (let turn = 0; turn < 3; turn += 1) circuits.failed(0);
    expect(circuits.mayAsk(0)).toBe(false);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(await healthOf()).toEqual({ kind: 'silent', since: time, nextTry: time });
    circuits.answered(0);
    expect(await healthOf()).toEqual({ kind: 'answering' });
  });
});

describe('the e-mail of confirmation', () => {
  const register = { service: SERVICE, registrationKey: KEY, email: 'banon@dpi.inpe.br' };

  it('goes to the administrator when the operator approves, and holds no key', async () => {
    const { mail, received } = await startMailServer();
    const { operations } = await startResolver({ mail });
    await operations.register(register, ANYONE);
    expect(received).toEqual([]);
    expect(await operations.approve(SERVICE)).toMatchObject({ state: 'registered', mail: 'sent' });
    expect(await operations.approve(SERVICE)).toMatchObject({ mail: 'none' });
    expect(received).toHaveLength(1);
    const [first] = received;
    expect(first).toMatchObject({ from: 'resolver@example.org', to: ['banon@dpi.inpe.br'] });
    const text = decode(first?.text ?? '');
    expect(text).toContain(`archiveserviceibi = ${SERVICE}`);
    expect(text).toContain('O Arquivo está cadastrado');
    expect(text).toContain('http://resolver.example.org');
    expect(first?.text).not.toContain(KEY);
    expect(text).not.toContain(KEY);
  });

  it('is not sent where the Archive has no e-mail address', async () => {
    const { mail, received } = await startMailServer();
    const { operations } = await startResolver({ mail });
    expect(await operations.register({ ...register, email: undefined }, OPERATOR)).toMatchObject({ mail: 'none' });
    expect(received).toEqual([]);
  });

  it('that cannot be sent undoes nothing, and is reported', async () => {
    const { mail } = await startMailServer({ refuses: true });
    const refusing = await startResolver({ mail });
    expect(await refusing.operations.register(register, OPERATOR)).toMatchObject({
      state: 'registered',
      mail: 'failed',
    });
    expect(refusing.mailErrors).toHaveLength(1);
    const gone = await serve(() => undefined);
    await gone.close();
    const absent = createSmtpMail({ url: `smtp://127.0.0.1:${gone.port}`, from: 'resolver@example.org' });
    const { operations } = await startResolver({ mail: absent });
    expect(await operations.register(register, OPERATOR)).toMatchObject({ state: 'registered', mail: 'failed' });
  });
});

describe('the e-mail of Example 7.1', () => {
  const archiveService = parseIbi(SERVICE);
  if (!archiveService.ok) throw new Error(SERVICE);
  const text = formatRegistrationMail({ archiveService: archiveService.value, registrationKey: KEY });

  it('is to the letter that of the standard', () => {
    expect(text).toBe(`IBI do serviço de Arquivo:
archiveserviceibi = dpi.inpe.br/banon/1999/01.09.22.14

Chave de cadastro:
registrationkey = 1234567890
`);
  });
});
