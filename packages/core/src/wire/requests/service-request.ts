import { type Answer, refuse } from '../../parsing/answer.ts';
import { asItIs, type Field, fieldsOf, formatFields, oneOf, readFields } from '../fields.ts';
import { parseQueryString } from '../query-string.ts';
import { ACKNOWLEDGMENT_FIELDS, type Acknowledgment } from './acknowledgment.ts';
import { MEMBERSHIP_REQUEST_FIELDS, type MembershipRequest } from './membership-request.ts';
import { URL_REQUEST_FIELDS, type UrlRequest } from './url-request.ts';

/** RTC-11 Example 7.4: the resolver asks an Archive whether it is there. */
interface ConfirmationRequest {
  readonly subject: 'inclusionConfirmationRequest';
}

/** What a service is asked for, by the value of `servicesubject` (RTC-11 section 6.1). */
export type ServiceRequest = MembershipRequest | ConfirmationRequest | UrlRequest | Acknowledgment;

const SUBJECT = 'servicesubject';

const FIELDS: { readonly [Subject in ServiceRequest['subject']]: readonly Field<never>[] } = {
  inclusionRequest: MEMBERSHIP_REQUEST_FIELDS,
  exclusionRequest: MEMBERSHIP_REQUEST_FIELDS,
  inclusionConfirmationRequest: [
    fieldsOf<ConfirmationRequest>()(SUBJECT, 'subject', oneOf('inclusionConfirmationRequest'), asItIs),
  ],
  urlRequest: URL_REQUEST_FIELDS,
  acknowledgment: ACKNOWLEDGMENT_FIELDS,
};

/** Reads the query string of a message that is addressed to a resolver service or an Archive service. */
export const parseServiceRequest = (query: string): Answer<ServiceRequest> => {
  const parsed = parseQueryString(query);
  if (!parsed.ok) return parsed;
  const pairs = parsed.value.filter(({ value }) => value !== '');
  const subject = pairs.find(({ name }) => name === SUBJECT);
  if (subject === undefined) return refuse('message/missing', query.length, `a pair named ${SUBJECT}`);
  if (!Object.hasOwn(FIELDS, subject.value)) {
    const expected = 'a known subject, such as urlRequest';
    return refuse('message/unknown-subject', subject.positionOf(0), expected);
  }
  return readFields(pairs, fieldsFor(subject.value as ServiceRequest['subject']));
};

/** The query string, without its question mark. */
export const formatServiceRequest = (request: ServiceRequest): string =>
  formatFields(request, fieldsFor(request.subject));

const fieldsFor = (subject: ServiceRequest['subject']): readonly Field<ServiceRequest>[] =>
  FIELDS[subject] as readonly Field<ServiceRequest>[];
