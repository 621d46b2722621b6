import { misfit, refuse } from '@perene/api/refusals';
import { parseHostName, parseKey } from '@perene/core';
import { parseRegistrationMail } from '@perene/core/federation';
import type { MailFormat } from '../../../ports/federation/mail.ts';
import { RESOLVER_SERVICE } from '../../../ports/federation/messenger.ts';
import type { RegistrationRequest } from './membership-operations.ts';

const MAX_EMAIL_LENGTH = 254;
/** RFC 5322 `dot-atom`, ASCII only: nothing that a mail program could read as two addresses. */
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/** Refusals never repeat the key. */
export const checkRegistration = ({ service, registrationKey, email }: RegistrationRequest): void => {
  if (service === RESOLVER_SERVICE) throw refuse('registration-invalid', { reason: 'resolver-service' });
  const key = parseKey(registrationKey);
  if (!key.ok) {
    throw refuse('registration-invalid', { reason: 'key', ...misfit(key) });
  }
  if (email !== undefined) refuseWrongEmail(email);
};

const refuseWrongEmail = (email: string): void => {
  const at = email.lastIndexOf('@');
  const isAddress =
    email.length <= MAX_EMAIL_LENGTH && LOCAL_PART.test(email.slice(0, at)) && parseHostName(email.slice(at + 1)).ok;
  if (!isAddress) throw refuse('registration-invalid', { reason: 'address' });
};

/** Reads the text of Example 7.1, alone or in a saved e-mail, whose sender is used. */
export const readRegistrationMail = async (
  bytes: Uint8Array,
  mails: Pick<MailFormat, 'read'>,
): Promise<RegistrationRequest> => {
  const { from, texts } = await mails.read(bytes);
  const readings = texts.map(parseRegistrationMail);
  const mail = readings.find(({ ok }) => ok) ?? readings[0] ?? parseRegistrationMail('');
  if (!mail.ok) {
    throw refuse('registration-invalid', { reason: 'mail', ...misfit(mail) });
  }
  const { archiveService, registrationKey } = mail.value;
  return { service: archiveService.text, registrationKey, email: from };
};
