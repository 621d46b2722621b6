import { parseHostName, parseIbi, parseKey, parseRegistrationMail } from '@perene/core';
import { Refusal } from '../../refusals/refusal.ts';
import type { RegistrationRequest } from './membership-operations.ts';

const MAX_EMAIL_LENGTH = 254;
/** RFC 5322 `dot-atom`, ASCII only: nothing that a mail program could read as two addresses. */
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/** The canonical label; the key is never repeated. */
export const checkRegistration = ({ service, registrationKey, email }: RegistrationRequest): RegistrationRequest => {
  const key = parseKey(registrationKey);
  if (!key.ok) {
    throw new Refusal(
      'registration-invalid',
      `the registration key is wrong at character ${key.position + 1}: expected ${key.expected}`,
    );
  }
  if (email !== undefined) refuseWrongEmail(email);
  return { service: checkService(service), registrationKey, email };
};

export const checkService = (text: string): string => {
  const ibi = parseIbi(text);
  if (ibi.ok) return ibi.value.text;
  throw new Refusal(
    'label-invalid',
    `"${text.slice(0, 200)}" is no label: at character ${ibi.position + 1} expected ${ibi.expected}`,
  );
};

const refuseWrongEmail = (email: string): void => {
  const at = email.lastIndexOf('@');
  const isAddress =
    email.length <= MAX_EMAIL_LENGTH && LOCAL_PART.test(email.slice(0, at)) && parseHostName(email.slice(at + 1)).ok;
  if (!isAddress) throw new Refusal('registration-invalid', 'that is no e-mail address such as ana@example.org');
};

/** The text of Example 7.1, by itself or as the whole e-mail that was saved, of which the sender is taken. */
export const readRegistrationMail = (text: string): RegistrationRequest => {
  const { body, email } = openMail(text);
  const mail = parseRegistrationMail(body);
  if (!mail.ok) {
    throw new Refusal(
      'registration-invalid',
      `the e-mail is not as in RTC-11 Example 7.1: at character ${mail.position + 1} expected ${mail.expected}`,
    );
  }
  const { archiveService, registrationKey } = mail.value;
  return { service: archiveService.text, registrationKey, email };
};

const openMail = (text: string): { readonly body: string; readonly email: string | undefined } => {
  const isWhole = /^(?:From |[A-Za-z-]+:)/.test(text);
  const end = text.search(/\r?\n\r?\n/);
  if (!isWhole || end < 0) return { body: text, email: undefined };
  const headers = text.slice(0, end).replaceAll(/\r?\n[ \t]+/g, ' ');
  const body = text.slice(end);
  const [, from] = /^From:.*?([^\s<>"(),:;]+@[^\s<>"(),:;]+)/im.exec(headers) ?? [];
  const [, encoding = ''] = /^Content-Transfer-Encoding:\s*(\S+)/im.exec(headers) ?? [];
  return { body: decodeBody(body, encoding.toLowerCase()), email: from };
};

const decodeBody = (body: string, encoding: string): string => {
  if (encoding === 'base64') return atob(body.replaceAll(/[^A-Za-z0-9+/]/g, ''));
  if (encoding !== 'quoted-printable') return body;
  return body
    .replaceAll(/=[ \t]*\r?\n/g, '')
    .replaceAll(/=([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
};
