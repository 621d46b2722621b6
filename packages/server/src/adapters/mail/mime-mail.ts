import { domainToASCII } from 'node:url';
import { refuse } from '@perene/api/refusals';
import { parseHostName } from '@perene/core';
import readAddresses from 'nodemailer/lib/addressparser';
import MailComposer from 'nodemailer/lib/mail-composer';
import PostalMime, { type Email } from 'postal-mime';
import type { MailFormat, ReadMail } from '../../ports/federation/mail.ts';
import { textsOfHtml } from './texts-of-html.ts';

const MAX_MAIL_BYTES = 4_194_304;
const LIMITS = { maxNestingDepth: 32, maxHeadersSize: 262_144, maxRfc822NestingDepth: 3 };
/** How much of the beginning is searched for headers. */
const MAX_START_LENGTH = 65_536;

/** Reads what mail programs write: several forms of one text, any character set, encoded headers. */
export const createMimeMail = (): MailFormat => ({
  async read(bytes) {
    if (bytes.length > MAX_MAIL_BYTES) {
      throw refuse('registration-invalid', { reason: 'mail-too-large', max: MAX_MAIL_BYTES });
    }
    const start = Buffer.from(bytes.subarray(0, MAX_START_LENGTH)).toString('latin1');
    if (!isWhole(start)) return { from: undefined, texts: [decodeText(bytes)] };
    // Mailbox files have a line of their own before the headers.
    const headers = start.startsWith('From ') ? start.indexOf('\n') + 1 : 0;
    return readParts(await parse(bytes.subarray(headers)));
  },
  async write({ to, from, subject, text }) {
    const composer = new MailComposer({
      to: to === undefined ? 'undisclosed-recipients:;' : readMailboxes(to),
      ...(from !== undefined && { from: oneAddress(from) }),
      subject,
      text,
      newline: 'unix',
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return (await composer.compile().build()).toString();
  },
});

/** An address that is given as an object is never split into several. */
const oneAddress = (address: string) => ({ name: '', address });

const MAX_MAILBOXES_LENGTH = 2_000;
/** Characters of control would begin another header, and a blank inside an address would end it. */
const BROKEN = /\p{Cc}|<[^<>]*\s[^<>]*>/u;
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~.-]+$/;

/** RFC 5322 section 3.4: a list of mailboxes, each an address alone or behind a name. */
const readMailboxes = (text: string) => {
  const isReadable = text.length <= MAX_MAILBOXES_LENGTH && !BROKEN.test(text);
  const mailboxes = isReadable ? readAddresses(text, { flatten: true }) : [];
  if (mailboxes.length > 0 && mailboxes.every(isAddressed)) return mailboxes;
  throw refuse('registration-invalid', { reason: 'address' });
};

const isAddressed = ({ address }: { readonly address: string }): boolean => {
  const at = address.lastIndexOf('@');
  return LOCAL_PART.test(address.slice(0, Math.max(at, 0))) && parseHostName(domainToASCII(address.slice(at + 1))).ok;
};

const isWhole = (start: string): boolean => /^(?:From |[A-Za-z-]+:)/.test(start) && /\r?\n\r?\n/.test(start);

const parse = async (bytes: Uint8Array): Promise<Email> => {
  try {
    return await PostalMime.parse(bytes, LIMITS);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refuse('registration-invalid', { reason: 'mail-unreadable', cause: reason.replaceAll(/\s+/g, ' ') });
  }
};

const readParts = ({ from, text, html }: Email): ReadMail => ({
  from: from?.address === '' ? undefined : from?.address,
  texts: [...(text === undefined ? [] : [withoutLinks(text)]), ...(html === undefined ? [] : textsOfHtml(html))],
});

/** Mail programs write `text<http://text>` if they have made a link of a text. */
const withoutLinks = (text: string): string => text.replaceAll(/ ?<(?:https?|mailto):[^<>\s]*>/g, '');

const decodeText = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};
