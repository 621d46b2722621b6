import { createHmac, randomBytes } from 'node:crypto';
import type { OneTimeCodes } from '../../ports/people/one-time-codes.ts';

const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const SECRET_BYTES = 20;
const DIGITS = 6;

/** RFC 4226 and RFC 6238: HMAC-SHA-1, six digits. */
export const createTotpCodes = (): OneTimeCodes => ({
  codeAt(secret, step) {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(step);
    const digest = createHmac('sha1', decode(secret)).update(counter).digest();
    const offset = (digest.at(-1) ?? 0) & 0xf;
    const number = digest.readUInt32BE(offset) & 0x7fffffff;
    return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
  },
  makeSecret: () => encode(randomBytes(SECRET_BYTES)),
});

const encode = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((group) => BASE_32[Number.parseInt(group, 2)]).join('');
};

const decode = (text: string): Buffer => {
  const bits = [...text].map((digit) => BASE_32.indexOf(digit).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((group) => Number.parseInt(group, 2)));
};
