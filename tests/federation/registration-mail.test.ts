import { parseIbi } from '@perene/core';
import { formatRegistrationMail, REGISTRATION_SUBJECT } from '@perene/core/federation';
import { describe, expect, it } from 'vitest';
import { createMimeMail } from '../../packages/server/src/adapters/mail/mime-mail.ts';
import { readRegistrationMail } from '../../packages/server/src/services/resolver/members/check-registration.ts';

const SERVICE = 'dpi.inpe.br/banon/1999/01.09.22.14';
const KEY = '1234567890';
const archiveService = parseIbi(SERVICE);
if (!archiveService.ok) throw new Error(SERVICE);
const TEXT = formatRegistrationMail({ archiveService: archiveService.value, registrationKey: KEY });

const mails = createMimeMail();
const read = (mail: string | Uint8Array) =>
  readRegistrationMail(typeof mail === 'string' ? Buffer.from(mail) : mail, mails);

const lines = (...given: readonly string[]): string => given.join('\r\n');
const base64 = (text: string): string =>
  (
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n');
const quotedPrintable = (text: string, encoding: BufferEncoding = 'utf8'): string =>
  [...Buffer.from(text, encoding)]
    .map((byte) =>
      byte === 61 || byte > 126
        ? `=${byte.toString(16).toUpperCase()}`
        : byte === 10
          ? '\r\n'
          : String.fromCharCode(byte),
    )
    .join('');

const FROM = 'From: =?UTF-8?Q?Jos=C3=A9_da_Silva?= <jose@example.org>';
const SUBJECT = 'Subject: =?UTF-8?Q?Solicita=C3=A7=C3=A3o_de_cadastro_de_um_novo_Arquivo?=';
const HTML_LINES = TEXT.split('\n');

const GMAIL = lines(
  'MIME-Version: 1.0',
  'Date: Mon, 2 Nov 2026 10:11:12 -0300',
  'Message-ID: <CAF+x=y@mail.gmail.com>',
  SUBJECT,
  FROM,
  'To: postmaster@resolver.example.org',
  'Content-Type: multipart/alternative; boundary="000000000000f1e2d3"',
  '',
  '--000000000000f1e2d3',
  'Content-Type: text/plain; charset="UTF-8"',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  quotedPrintable(TEXT).replace('banon/1999', 'banon=\r\n/1999'),
  '',
  '--000000000000f1e2d3',
  'Content-Type: text/html; charset="UTF-8"',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  `<div dir=3D"ltr"><div>${HTML_LINES.map(quotedPrintable as (line: string) => string).join('</div><div>')}</div></div>`,
  '',
  '--000000000000f1e2d3--',
  '',
);

const OUTLOOK = lines(
  'Received: from x.example.org by y.example.org with Microsoft SMTP Server id 15.20; Mon, 2 Nov',
  ' 2026 13:11:12 +0000',
  'From: "Silva, Ana" <ana@example.org>',
  'To: "postmaster@resolver.example.org" <postmaster@resolver.example.org>',
  'Subject: =?iso-8859-1?Q?Solicita=E7=E3o_de_cadastro_de_um_novo_Arquivo?=',
  'Thread-Topic: =?iso-8859-1?Q?Solicita=E7=E3o_de_cadastro_de_um_novo_Arquivo?=',
  'Content-Language: pt-BR',
  'X-MS-Has-Attach: ',
  'Content-Type: multipart/related;',
  '\tboundary="_004_outer_";',
  '\ttype="multipart/alternative"',
  'MIME-Version: 1.0',
  '',
  '--_004_outer_',
  'Content-Type: multipart/alternative;',
  '\tboundary="_000_inner_"',
  '',
  '--_000_inner_',
  'Content-Type: text/plain; charset="iso-8859-1"',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  quotedPrintable(TEXT.replace(SERVICE, `${SERVICE}<http://${SERVICE}>`), 'latin1'),
  '',
  '--_000_inner_',
  'Content-Type: text/html; charset="iso-8859-1"',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  '<html><body><p class=3D"MsoNormal">...</p></body></html>',
  '',
  '--_000_inner_--',
  '',
  '--_004_outer_',
  'Content-Type: image/png; name="image001.png"',
  'Content-Transfer-Encoding: base64',
  'Content-ID: <image001.png@01DA>',
  '',
  base64('x'.repeat(5_000)),
  '',
  '--_004_outer_--',
);

const THUNDERBIRD = lines(
  'Message-ID: <5d8b@example.org>',
  'Date: Mon, 2 Nov 2026 10:11:12 -0300',
  'User-Agent: Mozilla Thunderbird',
  'Content-Language: pt-BR',
  'To: postmaster@resolver.example.org',
  FROM,
  'Subject: =?UTF-8?Q?Solicita=C3=A7=C3=A3o_de_cadastro_de_um_novo_Arquiv?=',
  ' =?UTF-8?Q?o?=',
  'Content-Type: text/plain; charset=UTF-8; format=flowed',
  'Content-Transfer-Encoding: 8bit',
  '',
  TEXT.replaceAll('\n', '\r\n'),
);

const html = (body: string, more = ''): string =>
  lines(FROM, SUBJECT, `Content-Type: text/html; charset=utf-8${more}`, '', body);

describe('an e-mail of an administrator', () => {
  const expected = { service: SERVICE, registrationKey: KEY };

  it.each([
    ['the text alone', TEXT, undefined],
    ['with the line ends of Windows', TEXT.replaceAll('\n', '\r\n'), undefined],
    ['with a byte order mark', `\ufeff${TEXT}`, undefined],
    ['in UTF-16, as Windows saves texts', Buffer.from(`\ufeff${TEXT}`, 'utf16le'), undefined],
    ['in ISO 8859-1', Buffer.from(TEXT, 'latin1'), undefined],
    ['forwarded', TEXT.replaceAll(/^/gm, '> '), undefined],
    ['whole', lines(FROM, SUBJECT, '', TEXT), 'jose@example.org'],
    [
      'whole, with raw headers',
      `From: José <jose@example.org>\nSubject: ${REGISTRATION_SUBJECT}\n\n${TEXT}`,
      'jose@example.org',
    ],
    [
      'of a mailbox',
      `From jose@example.org Mon Nov  2 10:11:12 2026\n${FROM}\n${SUBJECT}\n\n${TEXT}`,
      'jose@example.org',
    ],
    ['without sender', lines('Subject: x', '', TEXT), undefined],
    ['in base 64', lines(FROM, 'Content-Transfer-Encoding: base64', '', base64(TEXT)), 'jose@example.org'],
    ['as Gmail writes it', GMAIL, 'jose@example.org'],
    ['as Outlook writes it', OUTLOOK, 'ana@example.org'],
    ['as Thunderbird writes it', THUNDERBIRD, 'jose@example.org'],
    ['in HTML', html(`<html><body>${HTML_LINES.join('<br/>\n')}</body></html>`), 'jose@example.org'],
    [
      'in HTML with wrapped lines and escapes',
      html(
        `<p>archiveserviceibi&nbsp;=\r\n <a href="http://x/">${SERVICE}</a></p><p>registrationkey &#61; &#x31;234567890</p>`,
      ),
      'jose@example.org',
    ],
    ['in HTML that was formatted before', html(`<pre>\n${TEXT}</pre>`), 'jose@example.org'],
  ])('is read: %s', async (_what, mail, email) => {
    expect(await read(mail)).toEqual({ ...expected, email });
  });

  it.each([
    ['', /expected a pair named archiveserviceibi/],
    ['archiveserviceibi = x', /at character \d+ expected/],
    [TEXT.replace(KEY, '123'), /expected in registrationkey: 10 to 256 digits/],
    [`${TEXT}registrationkey = 1234567891\n`, /only once/],
    ['x'.repeat(70_000), /expected at most 65536/],
    [lines(FROM, 'Content-Type: image/png', '', 'x'), /expected a pair named archiveserviceibi/],
    [html('&#99999999; &#x10ffff; &#x110000;'), /expected a pair named archiveserviceibi/],
    ['x'.repeat(5_000_000), /has more than 4194304 bytes/],
  ])('is refused where it is not so: %.40s', async (mail, message) => {
    await expect(read(mail)).rejects.toMatchObject({ message: expect.stringMatching(message) });
  });

  it('is refused if its parts are nested too deeply', async () => {
    const depth = 100;
    const open = Array.from({ length: depth }, (_, n) =>
      lines(`Content-Type: multipart/mixed; boundary="b${n}"`, '', `--b${n}`, ''),
    );
    await expect(read(`${FROM}\r\n${open.join('')}${TEXT}`)).rejects.toMatchObject({
      code: 'registration-invalid',
      message: expect.stringMatching(/^the e-mail cannot be read/),
    });
  });
});

describe('an e-mail that is written', () => {
  const message = {
    to: 'postmaster@resolver.example.org',
    from: 'ana@example.org',
    subject: REGISTRATION_SUBJECT,
    text: TEXT,
  };

  it('has encoded headers, and the text of Example 7.1 inside', async () => {
    const mail = await mails.write(message);
    const end = mail.indexOf('\n\n');
    const headers = mail.slice(0, end);
    expect((await mails.read(Buffer.from(mail))).texts).toEqual([TEXT]);
    expect(headers).toMatch(/^[\x20-\x7e\n]*$/);
    expect(headers).toMatch(/^From: ana@example\.org$/m);
    expect(headers).toMatch(/^To: postmaster@resolver\.example\.org$/m);
    expect(headers).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(headers).toMatch(/^Date: /m);
    expect(headers).toMatch(/^MIME-Version: 1\.0$/m);
    expect(headers).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m);
  });

  it('is read again', async () => {
    expect(await read(await mails.write(message))).toEqual({
      service: SERVICE,
      registrationKey: KEY,
      email: 'ana@example.org',
    });
  });

  it.each([
    ['Ana Lima <op@example.org>', 'Ana Lima <op@example.org>'],
    ['"Lima, Ana" <op@example.org>', '"Lima, Ana" <op@example.org>'],
    ['Zoë <op@example.org>', '=?UTF-8?Q?Zo=C3=AB?= <op@example.org>'],
    ['op@example.org, two@example.org', 'op@example.org, two@example.org'],
    ['op@bücher.example', 'op@xn--bcher-kva.example'],
  ])('is for the mailboxes of an ordinary list: %s', async (to, header) => {
    expect((await mails.write({ ...message, to })).split('\n')).toContain(`To: ${header}`);
  });

  it.each([
    '',
    'nonsense',
    'op@',
    'a@b@example.org',
    'Ana op@example.org, nonsense',
    '<op@exa mple.org>',
    'a@example.org\nBcc: b@example.org',
    'Operators:;',
    `${'a@example.org, '.repeat(1_000)}a@example.org`,
  ])('is refused if the text is not a list of mailboxes: %.40s', async (to) => {
    await expect(mails.write({ ...message, to })).rejects.toMatchObject({ code: 'registration-invalid' });
  });

  it('may leave open who it is from and for', async () => {
    const mail = await mails.write({ ...message, to: undefined, from: undefined });
    expect(mail).toMatch(/^To: "undisclosed-recipients":;$/m);
    expect(mail).not.toMatch(/^From:/m);
  });
});
