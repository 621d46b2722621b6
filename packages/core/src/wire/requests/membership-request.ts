import { type Ibi, parseIbi } from '../../ibi/ibi.ts';
import { formatHostPort, type HostPort, parseHostPort } from '../../internet/host-port.ts';
import { type IpAddress, parseIpAddress } from '../../internet/ip-address.ts';
import { asItIs, type Field, fieldsOf, oneOf } from '../fields.ts';
import { parseKey } from '../key.ts';
import { parseAsciiText, parseEmailAddress } from '../values.ts';

/** RTC-11 Table 7.2: an Archive asks the resolver to include or to exclude it. */
export interface MembershipRequest {
  readonly subject: 'inclusionRequest' | 'exclusionRequest';
  readonly archiveAddress: HostPort;
  readonly archiveService: Ibi;
  readonly archiveIp: IpAddress;
  readonly protocol: 'HTTP';
  readonly platformVersion: string;
  readonly administratorEmail: string;
  readonly registrationKey: string;
}

const field = fieldsOf<MembershipRequest>();

/** The fields in the order of the table. */
export const MEMBERSHIP_REQUEST_FIELDS: readonly Field<MembershipRequest>[] = [
  field('servicesubject', 'subject', oneOf('inclusionRequest', 'exclusionRequest'), asItIs),
  field('archiveaddress', 'archiveAddress', parseHostPort, formatHostPort),
  field('archiveserviceibi', 'archiveService', parseIbi, ({ text }) => text),
  field('archiveip', 'archiveIp', parseIpAddress, ({ text }) => text),
  field('archiveprotocol', 'protocol', oneOf('HTTP'), asItIs),
  field('archiveplatformversion', 'platformVersion', parseAsciiText, asItIs),
  field('archiveadmemailaddress', 'administratorEmail', parseEmailAddress, asItIs),
  field('registrationkey', 'registrationKey', parseKey, asItIs),
];
