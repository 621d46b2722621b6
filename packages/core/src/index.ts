export {
  dateFromMicroseconds,
  type ExactDate,
  formatExactDate,
  formatTime,
  microsecondsFromDate,
  parseExactDate,
} from './ibi/exact-date.ts';
export { type GranularityMicroseconds, parseGranularity } from './ibi/granularity.ts';
export { type Ibi, isSameIbi, parseIbi } from './ibi/ibi.ts';
export {
  composeIbipLabel,
  DEFAULT_IP_PORT,
  FIRST_IBIP_SECOND,
  type Ibip,
  ibipPrefix,
  ibipSuffix,
  parseIbip,
} from './ibi/ibip.ts';
export { type IbipLabel, isRepositoryLabel, type Label, type RepositoryLabel } from './ibi/label.ts';
export {
  fromNumerals,
  IBIP_NUMERALS,
  IPV4_NUMERALS,
  IPV6_NUMERALS,
  type Numerals,
  toNumerals,
} from './ibi/numerals.ts';
export {
  composeRepositoryLabel,
  DEFAULT_HOST_PORT,
  parseRepositoryName,
  type RepositoryName,
  repositoryPrefix,
  repositorySuffix,
} from './ibi/repository-name.ts';
export { type DatesToGive, nextDate, nextDatesAuto } from './ibi/temporal-distributor.ts';
export { type HostName, parseHostName } from './internet/host-name.ts';
export { formatHostPort, type HostPort, parseHostPort } from './internet/host-port.ts';
export { type IpAddress, parseIpAddress } from './internet/ip-address.ts';
export { parsePort } from './internet/port.ts';
export { identifierFolder } from './noid/identifier-folder.ts';
export { createSequence, type Sequence, type SequenceOptions, type SequenceState } from './noid/next-identifier.ts';
export { charactersToNumber, numberToCharacters } from './noid/number-to-characters.ts';
export { checkCharacter, hasValidCheckCharacter } from './noid/template/check-character.ts';
export {
  firstPart,
  type MintingTemplate,
  parseTemplate,
  type Template,
  templateSynonym,
} from './noid/template/template.ts';
export { validateAnyIdentifier, validateIdentifier } from './noid/template/validate-identifier.ts';
export { type Answer, accept, type Refused, refuse } from './parsing/answer.ts';
export { parseLanguage } from './persistent-url/language.ts';
export {
  formatPersistentTarget,
  type PersistentUrl,
  parsePersistentTarget,
  parsePersistentUrl,
} from './persistent-url/persistent-url.ts';
export {
  formatModifiers,
  formatRelation,
  type MetadataFormat,
  parseRelation,
  type Relation,
  type Step,
} from './persistent-url/relation.ts';
export {
  asksForFileList,
  formatVerb,
  formatVerbList,
  parseVerbList,
  relationOf,
  type Verb,
  type VerbList,
} from './persistent-url/verb-list.ts';
export type { IbiForms, WrittenForms } from './wire/ibi-forms.ts';
export { formatIpList, parseIpList } from './wire/ip-list.ts';
export { parseKey } from './wire/key.ts';
export { formatListOfPairs, type Pair, type PlacedPair, parseListOfPairs } from './wire/list-of-pairs.ts';
export { formatQueryString, parseQueryString, type QueryPair } from './wire/query-string.ts';
export type { Acknowledgment } from './wire/requests/acknowledgment.ts';
export type { MembershipRequest } from './wire/requests/membership-request.ts';
export { formatServiceRequest, parseServiceRequest, type ServiceRequest } from './wire/requests/service-request.ts';
export type { UrlRequest } from './wire/requests/url-request.ts';
export {
  ACKNOWLEDGED,
  CONFIRMATION,
  formatMembershipStatus,
  isConfirmation,
  type MembershipStatus,
  parseMembershipStatus,
} from './wire/status.ts';
export {
  formatUrlList,
  parseUrlList,
  type ReadUrlList,
  type RelatedItem,
  type UnreadPair,
  type UrlList,
} from './wire/url-list.ts';
export type { ContentType, State } from './wire/values.ts';
