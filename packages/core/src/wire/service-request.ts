import { type Answer, refuse } from '../parsing/answer.ts';
import { type Acknowledgment, formatAcknowledgment, readAcknowledgment } from './acknowledgment.ts';
import { formatMembershipRequest, type MembershipRequest, readMembershipRequest } from './membership-request.ts';
import { parseQueryString } from './query-string.ts';
import { formatUrlRequest, readUrlRequest, type UrlRequest } from './url-request.ts';

/** What a service is asked for, by the value of `servicesubject` (RTC-11 section 6.1). */
export type ServiceRequest =
  | MembershipRequest
  | { readonly subject: 'inclusionConfirmationRequest' }
  | UrlRequest
  | Acknowledgment;

/** Reads the query string of a message that is addressed to a resolver service or an Archive service. */
export const parseServiceRequest = (query: string): Answer<ServiceRequest> => {
  const parsed = parseQueryString(query);
  if (!parsed.ok) return parsed;
  const pairs = parsed.value;
  const [subject, repeated] = pairs.filter(({ name }) => name === 'servicesubject');
  if (subject === undefined) return refuse('message/missing', query.length, 'a pair named servicesubject');
  if (repeated) return refuse('message/repeated', repeated.positionOf(0), 'servicesubject only once');
  switch (subject.value) {
    case 'inclusionRequest':
    case 'exclusionRequest':
      return readMembershipRequest(subject.value, pairs);
    case 'inclusionConfirmationRequest':
      return { ok: true, value: { subject: subject.value } };
    case 'urlRequest':
      return readUrlRequest(pairs);
    case 'acknowledgment':
      return readAcknowledgment(pairs);
    default:
      return refuse(
        'message/unknown-subject',
        subject.positionOf(0),
        'a subject that this service knows, such as urlRequest',
      );
  }
};

/** The query string, without its question mark. */
export const formatServiceRequest = (request: ServiceRequest): string => {
  switch (request.subject) {
    case 'inclusionRequest':
    case 'exclusionRequest':
      return formatMembershipRequest(request);
    case 'inclusionConfirmationRequest':
      return `servicesubject=${request.subject}`;
    case 'urlRequest':
      return formatUrlRequest(request);
    case 'acknowledgment':
      return formatAcknowledgment(request);
  }
};
