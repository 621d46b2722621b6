import { type Answer, accept } from '../../parsing/answer.ts';
import { asItIs, type Field, fieldsOf, oneOf } from '../fields.ts';
import { formatIbiForms, type IbiForms, parseIbiForms } from '../ibi-forms.ts';
import { formatIpList, parseIpList } from '../ip-list.ts';
import { parseKey } from '../key.ts';
import { escapeUrl } from '../query-string.ts';
import { type ContentType, parseUrl, readBlanksAsEscapes, type State } from '../values.ts';

/** RTC-11 Table 8.11: the resolver tells an Archive that its URL was given to a user. */
export interface Acknowledgment {
  readonly subject: 'acknowledgment';
  readonly clientAddresses: readonly string[];
  /** The table asks for it; without it, an acknowledgment counts for what the URL leads to (decision 50). */
  readonly contentType: ContentType | undefined;
  readonly ibi: IbiForms | undefined;
  /** Absent in Example 8.9, although the table asks for it. */
  readonly state: Exclude<State, 'Deleted'> | undefined;
  readonly url: string;
  readonly persistentUrl: string;
  readonly urlKey: string;
}

/** The end of the words that begin a text, including the blank after them. */
const endOf = (words: readonly string[], text: string): number =>
  Math.min(words.map((word) => `${word} `).join('').length, text.length);

const readIbiForms = (text: string): Answer<IbiForms> => {
  const words = text.split(' ');
  const forms = parseIbiForms(words);
  return forms.ok ? forms : { ...forms, position: endOf(words.slice(0, forms.position), text) };
};

/** Nothing depends on it, and people write old addresses in many forms (decisions 50 and 51). */
const readPersistentUrl = readBlanksAsEscapes(accept<string>);

const field = fieldsOf<Acknowledgment>();
const maybe = { absent: undefined };

/** The fields in alphabetical order, as in the examples of section 10. */
export const ACKNOWLEDGMENT_FIELDS: readonly Field<Acknowledgment>[] = [
  field('clientinformation.ipaddress', 'clientAddresses', parseIpList, formatIpList),
  field('contenttype', 'contentType', oneOf('Data', 'Metadata'), asItIs, maybe),
  field('ibi', 'ibi', readIbiForms, (forms) => formatIbiForms(forms).join(' '), maybe),
  field('servicesubject', 'subject', oneOf('acknowledgment'), asItIs),
  field('state', 'state', oneOf('Original', 'Copy'), asItIs, maybe),
  field('url', 'url', parseUrl, asItIs, { escape: escapeUrl }),
  field('url.persistent', 'persistentUrl', readPersistentUrl, asItIs, { escape: escapeUrl }),
  field('urlkey', 'urlKey', parseKey, asItIs),
];
