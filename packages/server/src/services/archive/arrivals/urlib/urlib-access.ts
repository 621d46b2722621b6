import type { ArrivingRecord } from '../arrival.ts';
import { textOf, type UrlibRecord } from './urlib-record.ts';

const DENIED = /\bdeny\s+from\s+all\b/i;
const ALLOWED = /\ballow\s+from\s+(?!all\b)([\d.:/a-f\s,]+)/gi;
/** Apache reads the beginning of an address as a network. */
const BEGINNING = /^(?:\d{1,3}\.){0,3}\d{1,3}\.?$/;
const BITS_PER_NUMBER = 8;
const NUMBERS = 4;

/** Who could read the files, by the words of Apache in `readpermission`; hidden items have a closed description. */
export const readUrlibAccess = (record: UrlibRecord): Pick<ArrivingRecord, 'access'> => {
  const permission = textOf(record, 'readpermission');
  const isHidden = textOf(record, 'visibility').toLowerCase() === 'hidden';
  const networks = DENIED.test(permission)
    ? [...permission.matchAll(ALLOWED)].flatMap(([, list = '']) =>
        list
          .split(/[\s,]+/)
          .filter((text) => text !== '')
          .flatMap(asNetwork),
      )
    : undefined;
  if (networks === undefined && !isHidden) return {};
  return {
    access: {
      ...(networks && { networks: [...new Set(networks)] }),
      ...(isHidden && { description: 'closed', fileList: 'closed' }),
    },
  };
};

/** What cannot be read allows nobody. */
const asNetwork = (text: string): readonly string[] => {
  if (!BEGINNING.test(text)) return text.includes('/') && /^[\d.]+\/\d{1,2}$/.test(text) ? [text] : [];
  const numbers = text.split('.').filter((number) => number !== '');
  if (numbers.some((number) => Number(number) > 255)) return [];
  const padded = [...numbers, ...Array.from({ length: NUMBERS - numbers.length }, () => '0')];
  return [`${padded.join('.')}/${numbers.length * BITS_PER_NUMBER}`];
};
