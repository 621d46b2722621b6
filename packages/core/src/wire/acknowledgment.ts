import { type Answer, accept } from '../parsing/answer.ts';
import { parsePersistentUrl } from '../persistent-url/persistent-url.ts';
import { oneOf, optional, readFields } from './fields.ts';
import { formatIbiForms, type IbiForms, parseIbiForms } from './ibi-forms.ts';
import { formatIpList, parseIpList } from './ip-list.ts';
import { parseKey } from './key.ts';
import { formatQueryString, formatUrlValue, type QueryPair } from './query-string.ts';
import { type ContentType, parseUrl, readBlanksAsEscapes, type State } from './values.ts';

/** RTC-11 Table 8.11: the resolver tells an Archive that its URL was given to a user. */
export interface Acknowledgment {
  readonly subject: 'acknowledgment';
  readonly clientAddresses: readonly string[];
  readonly contentType: ContentType;
  readonly ibi: IbiForms | undefined;
  /** Absent in Example 8.9, although the table asks for it. */
  readonly state: Exclude<State, 'Deleted'> | undefined;
  readonly url: string;
  readonly persistentUrl: string;
  readonly urlKey: string;
}

const readIbiForms = (text: string): Answer<IbiForms> => {
  const words = text.split(' ');
  const forms = parseIbiForms(words);
  if (forms.ok) return forms;
  const start = words.slice(0, forms.position).reduce((end, word) => end + word.length + 1, 0);
  return { ...forms, position: Math.min(start, text.length) };
};

const SCHEMA = {
  'clientinformation.ipaddress': parseIpList,
  contenttype: oneOf('Data', 'Metadata'),
  ibi: optional(readIbiForms),
  state: optional(oneOf('Original', 'Copy')),
  url: parseUrl,
  'url.persistent': readBlanksAsEscapes((text): Answer<string> => {
    const url = parsePersistentUrl(text);
    return url.ok ? accept(text) : url;
  }),
  urlkey: parseKey,
};

export const readAcknowledgment = (pairs: readonly QueryPair[]): Answer<Acknowledgment> => {
  const fields = readFields(pairs, SCHEMA);
  if (!fields.ok) return fields;
  return accept({
    subject: 'acknowledgment',
    clientAddresses: fields.value['clientinformation.ipaddress'],
    contentType: fields.value.contenttype,
    ibi: fields.value.ibi,
    state: fields.value.state,
    url: fields.value.url,
    persistentUrl: fields.value['url.persistent'],
    urlKey: fields.value.urlkey,
  });
};

/** In alphabetical order, as in the examples of section 10. */
export const formatAcknowledgment = (message: Acknowledgment): string => {
  const before = formatQueryString([
    ['clientinformation.ipaddress', formatIpList(message.clientAddresses)],
    ['contenttype', message.contentType],
    ...(message.ibi === undefined ? [] : [['ibi', formatIbiForms(message.ibi).join(' ')] as const]),
    ['servicesubject', message.subject],
    ...(message.state === undefined ? [] : [['state', message.state] as const]),
  ]);
  const persistent = formatQueryString([['url.persistent', message.persistentUrl]]);
  return `${before}&url=${formatUrlValue(message.url)}&${persistent}&urlkey=${message.urlKey}`;
};
