import { type Ibi, parseIbi } from '../ibi/ibi.ts';
import { formatHostPort, type HostPort, parseHostPort } from '../internet/host-port.ts';
import { parseIpAddress } from '../internet/ip-address.ts';
import { type Answer, accept } from '../parsing/answer.ts';
import { oneOf, readFields } from './fields.ts';
import { parseKey } from './key.ts';
import { formatQueryString, type QueryPair } from './query-string.ts';
import { parseAsciiText, parseEmailAddress } from './values.ts';

/** RTC-11 Table 7.2: an Archive asks the resolver to include or to exclude it. */
export interface MembershipRequest {
  readonly subject: 'inclusionRequest' | 'exclusionRequest';
  readonly archiveAddress: HostPort;
  readonly archiveService: Ibi;
  readonly archiveIp: string;
  readonly platformVersion: string;
  readonly administratorEmail: string;
  readonly registrationKey: string;
}

const SCHEMA = {
  archiveaddress: parseHostPort,
  archiveserviceibi: parseIbi,
  archiveip: parseIpAddress,
  archiveprotocol: oneOf('HTTP'),
  archiveplatformversion: parseAsciiText,
  archiveadmemailaddress: parseEmailAddress,
  registrationkey: parseKey,
};

export const readMembershipRequest = (
  subject: MembershipRequest['subject'],
  pairs: readonly QueryPair[],
): Answer<MembershipRequest> => {
  const fields = readFields(pairs, SCHEMA);
  if (!fields.ok) return fields;
  return accept({
    subject,
    archiveAddress: fields.value.archiveaddress,
    archiveService: fields.value.archiveserviceibi,
    archiveIp: fields.value.archiveip.text,
    platformVersion: fields.value.archiveplatformversion,
    administratorEmail: fields.value.archiveadmemailaddress,
    registrationKey: fields.value.registrationkey,
  });
};

/** In the order of Table 7.2. */
export const formatMembershipRequest = (request: MembershipRequest): string =>
  formatQueryString([
    ['servicesubject', request.subject],
    ['archiveaddress', formatHostPort(request.archiveAddress)],
    ['archiveserviceibi', request.archiveService.text],
    ['archiveip', request.archiveIp],
    ['archiveprotocol', 'HTTP'],
    ['archiveplatformversion', request.platformVersion],
    ['archiveadmemailaddress', request.administratorEmail],
    ['registrationkey', request.registrationKey],
  ]);
