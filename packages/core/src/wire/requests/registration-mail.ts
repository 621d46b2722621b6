import { type Ibi, parseIbi } from '../../ibi/ibi.ts';
import { type Answer, refuseLong } from '../../parsing/answer.ts';
import { asItIs, fieldsOf, readFields } from '../fields.ts';
import { parseKey } from '../key.ts';

/** RTC-11 Example 7.1: the e-mail by which an administrator asks that an Archive be registered. */
export interface RegistrationMail {
  readonly archiveService: Ibi;
  readonly registrationKey: string;
}

export const REGISTRATION_SUBJECT = 'Solicitação de cadastro de um novo Arquivo';

const MAX_MAIL_LENGTH = 65_536;
const field = fieldsOf<RegistrationMail>();
const FIELDS = [
  field('archiveserviceibi', 'archiveService', parseIbi, ({ text }) => text),
  field('registrationkey', 'registrationKey', parseKey, asItIs),
];

/** Reads the lines `name = value`, wherever they stand and even quoted; ignores every other line. */
export const parseRegistrationMail = (body: string): Answer<RegistrationMail> => {
  if (body.length > MAX_MAIL_LENGTH) return refuseLong('mail', MAX_MAIL_LENGTH);
  const pairs: { name: string; value: string; positionOf: (index: number) => number }[] = [];
  let start = 0;
  for (const line of body.split('\n')) {
    const equals = line.indexOf('=');
    if (equals > 0) {
      const value = line.slice(equals + 1);
      const position = start + equals + 1 + value.length - value.trimStart().length;
      const name = withoutQuoteMarks(line.slice(0, equals));
      pairs.push({ name, value: value.trim(), positionOf: (index) => position + index });
    }
    start += line.length + 1;
  }
  return readFields(pairs, FIELDS);
};

const withoutQuoteMarks = (text: string): string => {
  let start = 0;
  while (text[start] === '>' || text[start] === ' ') start += 1;
  return text.slice(start).trimEnd();
};

export const formatRegistrationMail = (mail: RegistrationMail): string => {
  const [service, key] = FIELDS.map(({ name, write }) => `${name} = ${write(mail)}`);
  return `IBI do serviço de Arquivo:\n${service}\n\nChave de cadastro:\n${key}\n`;
};
