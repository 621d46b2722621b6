import { type Ibi, parseIbi } from '../ibi/ibi.ts';
import { type Answer, accept } from '../parsing/answer.ts';
import { formatVerbList, parseVerbList, type VerbList } from '../persistent-url/verb-list.ts';
import { optional, readFields } from './fields.ts';
import { formatIpList, parseIpList } from './ip-list.ts';
import { formatQueryString, type QueryPair } from './query-string.ts';
import { parseFilePath } from './values.ts';

/** RTC-11 Table 8.9: the resolver asks an Archive for the URL of an item, and tells it no more than this. */
export interface UrlRequest {
  readonly subject: 'urlRequest';
  readonly clientAddresses: readonly string[];
  readonly ibi: Ibi;
  readonly filePath: string | undefined;
  readonly verbs: VerbList;
}

const SCHEMA = {
  'clientinformation.ipaddress': parseIpList,
  'parsedibiurl.filepath': optional(parseFilePath),
  'parsedibiurl.ibi': parseIbi,
  'parsedibiurl.verblist': optional(parseVerbList),
};

export const readUrlRequest = (pairs: readonly QueryPair[]): Answer<UrlRequest> => {
  const fields = readFields(
    pairs.filter(({ value }) => value !== ''),
    SCHEMA,
  );
  if (!fields.ok) return fields;
  return accept({
    subject: 'urlRequest',
    clientAddresses: fields.value['clientinformation.ipaddress'],
    ibi: fields.value['parsedibiurl.ibi'],
    filePath: fields.value['parsedibiurl.filepath'],
    verbs: fields.value['parsedibiurl.verblist'] ?? [],
  });
};

/** In alphabetical order, as in the examples of section 10. */
export const formatUrlRequest = (request: UrlRequest): string =>
  formatQueryString([
    ['clientinformation.ipaddress', formatIpList(request.clientAddresses)],
    ...(request.filePath === undefined ? [] : [['parsedibiurl.filepath', request.filePath] as const]),
    ['parsedibiurl.ibi', request.ibi.text],
    ...(request.verbs.length === 0 ? [] : [['parsedibiurl.verblist', formatVerbList(request.verbs)] as const]),
    ['servicesubject', request.subject],
  ]);
