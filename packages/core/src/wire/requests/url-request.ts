import { type Ibi, parseIbi } from '../../ibi/ibi.ts';
import { formatVerbList, parseVerbList, type VerbList } from '../../persistent-url/verb-list.ts';
import { asItIs, type Field, fieldsOf, oneOf } from '../fields.ts';
import { formatIpList, parseIpList } from '../ip-list.ts';
import { escapeUrl } from '../query-string.ts';
import { parseFilePath } from '../values.ts';

/** RTC-11 Table 8.9: the resolver asks an Archive for the URL of an item. It tells the Archive nothing else. */
export interface UrlRequest {
  readonly subject: 'urlRequest';
  readonly clientAddresses: readonly string[];
  readonly filePath: string | undefined;
  readonly ibi: Ibi;
  readonly verbs: VerbList;
}

const field = fieldsOf<UrlRequest>();

/** The fields in alphabetical order, as in the examples of section 10. */
export const URL_REQUEST_FIELDS: readonly Field<UrlRequest>[] = [
  field('clientinformation.ipaddress', 'clientAddresses', parseIpList, formatIpList),
  field('parsedibiurl.filepath', 'filePath', parseFilePath, asItIs, {
    absent: undefined,
    escape: escapeUrl,
  }),
  field('parsedibiurl.ibi', 'ibi', parseIbi, ({ text }) => text),
  field('parsedibiurl.verblist', 'verbs', parseVerbList, formatVerbList, { absent: [] }),
  field('servicesubject', 'subject', oneOf('urlRequest'), asItIs),
];
