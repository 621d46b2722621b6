import { parseIbi } from '../../ibi/ibi.ts';
import type { Label } from '../../ibi/label.ts';
import { type Answer, accept, refuse } from '../../parsing/answer.ts';
import { parseListOfPairs } from '../../wire/list-of-pairs.ts';
import { formatQueryString, parseQueryString } from '../../wire/query-string.ts';

/** The Archive that takes an original over asks the holder whether it has offered it (decision 54). */
export interface TransferCheck {
  readonly label: Label;
  /** SHA-256 of the name of the transfer, which is secret, in hexadecimal digits. */
  readonly digest: string;
}

/** What the holder has offered under that name; undefined where it has offered nothing. */
export type TransferConfirmation =
  | {
      /** Of the manifest of the item. */
      readonly hash: string;
      /** The URL of the receiver. */
      readonly to: string;
    }
  | undefined;

const SUBJECT = 'transferCheck';
const DIGEST = /^[0-9a-f]{64}$/;
const MAX_URL_LENGTH = 2_048;

/** The value is undefined for another message. */
export const parseTransferCheck = (query: string): Answer<TransferCheck | undefined> => {
  const pairs = parseQueryString(query);
  if (!pairs.ok) return pairs;
  const find = (wanted: string) => pairs.value.find(({ name }) => name === wanted);
  if (find('servicesubject')?.value !== SUBJECT) return accept(undefined);
  const [item, digest] = [find('transfer.item'), find('transfer.digest')];
  if (item === undefined) return refuse('transfer-check/item', query.length, 'a pair named transfer.item');
  const label = parseIbi(item.value);
  if (!label.ok) return { ...label, position: item.positionOf(label.position) };
  return digest !== undefined && DIGEST.test(digest.value)
    ? accept({ label: label.value.text, digest: digest.value })
    : refuse('transfer-check/digest', query.length, 'transfer.digest, with 64 hexadecimal digits');
};

export const formatTransferCheck = ({ label, digest }: TransferCheck): string =>
  formatQueryString([
    ['servicesubject', SUBJECT],
    ['transfer.item', label],
    ['transfer.digest', digest],
  ]);

export const formatTransferConfirmation = (offered: TransferConfirmation): string =>
  offered === undefined
    ? 'transfer.offered no'
    : `transfer.offered yes\r\ntransfer.hash ${offered.hash}\r\ntransfer.to ${encodeURIComponent(offered.to)}`;

/** From an Archive that may be hostile. */
export const parseTransferConfirmation = (text: string): Answer<TransferConfirmation> => {
  const pairs = parseListOfPairs(text);
  if (!pairs.ok) return pairs;
  const find = (wanted: string): string => {
    const value = pairs.value.find(({ name }) => name === wanted)?.value;
    return typeof value === 'string' ? value : '';
  };
  const offered = find('transfer.offered');
  if (offered === 'no') return accept(undefined);
  if (offered !== 'yes') return refuse('transfer-check/offered', 0, 'transfer.offered, yes or no');
  return accept({ hash: find('transfer.hash'), to: readUrl(find('transfer.to')) });
};

const readUrl = (escaped: string): string => {
  try {
    return decodeURIComponent(escaped.slice(0, MAX_URL_LENGTH * 3)).slice(0, MAX_URL_LENGTH);
  } catch {
    return '';
  }
};
