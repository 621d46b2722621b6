import { type Answer, accept, refuse, refuseLong, shift } from '../../parsing/answer.ts';
import { encodeUtf8 } from '../bytes.ts';
import {
  type PublicKey,
  parsePublicKey,
  parseSignature,
  publicKeyBytes,
  type Signature,
  type SignatureCheck,
  signatureBytes,
} from './public-key.ts';
import { formatStatement, parseStatement, type Statement } from './statement.ts';

/** A statement, and a signature of its text that nobody has verified yet. */
export interface Signed<Said extends Statement = Statement> {
  readonly statement: Said;
  readonly key: PublicKey;
  readonly signature: Signature;
}

const MAX_LENGTH = 8_192;

/** The text of the statement, then a line with the key and one with the signature. */
export const formatSigned = ({ statement, key, signature }: Signed): string =>
  `${formatStatement(statement)}${key}\n${signature}\n`;

/** Accepts exactly what `formatSigned` writes. */
export const parseSigned = (text: string): Answer<Signed> => {
  if (text.length > MAX_LENGTH) return refuseLong('signed', MAX_LENGTH);
  const signatureEnd = text.length - 1;
  const signatureStart = startOfLine(text, signatureEnd);
  const keyStart = startOfLine(text, signatureStart - 1);
  if (text[signatureEnd] !== '\n' || keyStart <= 0) {
    return refuse('signed/lines', text.length, 'lines of a statement, a key and a signature');
  }
  const statement = parseStatement(text.slice(0, keyStart));
  if (!statement.ok) return statement;
  const key = parsePublicKey(text.slice(keyStart, signatureStart - 1));
  if (!key.ok) return shift(key, keyStart);
  const signature = parseSignature(text.slice(signatureStart, signatureEnd));
  if (!signature.ok) return shift(signature, signatureStart);
  return accept({ statement: statement.value, key: key.value, signature: signature.value });
};

/** Where the line begins that ends at `end`; 0 if there is no such line. */
const startOfLine = (text: string, end: number): number => (end > 0 ? text.lastIndexOf('\n', end - 1) + 1 : 0);

export const signatureCheckOf = ({ statement, key, signature }: Signed): SignatureCheck => ({
  key: publicKeyBytes(key),
  message: encodeUtf8(formatStatement(statement)),
  signature: signatureBytes(signature),
});
