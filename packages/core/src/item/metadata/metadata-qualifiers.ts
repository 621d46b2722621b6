import { type CheckedText, refuseText, type TextProblem } from '../text-checks.ts';
import { checkLicense } from './licenses.ts';
import { checkIsbn, checkIsni, checkIssn, checkOrcid, checkRor } from './name-identifiers.ts';
import type { QualifierName } from './qualifier-names.ts';
import {
  AGENT_KINDS,
  CONTRIBUTOR_ROLES,
  DATE_TYPES,
  DEGREE_LEVELS,
  IDENTIFIER_SCHEMES,
  RELATION_TYPES,
  TITLE_TYPES,
} from './vocabularies.ts';

/** Says something about a value of a field, such as the role of a contributor. */
export interface Qualifier {
  /** What a text must be. It may correct the spelling. */
  readonly check: (text: string) => CheckedText;
  /** The words to choose from; absent for any other text. */
  readonly choices?: readonly string[];
}

const MAX_QUALIFIER_LENGTH = 1_000;
const TOO_LONG: TextProblem = {
  problem: 'metadata/qualifier-too-long',
  expected: `at most ${MAX_QUALIFIER_LENGTH} characters`,
};

const bounded =
  (check: (text: string) => CheckedText): Qualifier['check'] =>
  (text) =>
    text.length > MAX_QUALIFIER_LENGTH ? refuseText(TOO_LONG) : check(text);

const checked = (check: (text: string) => CheckedText): Qualifier => ({ check: bounded(check) });

const TEXT = checked((text) => ({ ok: true, text }));

/** Words are read in any letter case. */
const oneOf = (choices: readonly string[]): Qualifier => {
  const byFolded = new Map(choices.map((choice) => [choice.toLowerCase(), choice]));
  const check = (text: string): CheckedText => {
    const choice = byFolded.get(text.toLowerCase());
    return choice === undefined
      ? refuseText({ problem: 'metadata/choice', expected: `one of ${choices.join(', ')}` })
      : { ok: true, text: choice };
  };
  return { check: bounded(check), choices };
};

const NOT_A_WEB_ADDRESS: TextProblem = {
  problem: 'metadata/web-address',
  expected: 'an address that begins with http:// or https://, without blanks',
};
const WEB_ADDRESS = /^https?:\/\/[^\s/?#"<>\\^`{|}]+[^\s"<>\\^`{|}]*$/i;

const WEB = checked((text) => (WEB_ADDRESS.test(text) ? { ok: true, text } : refuseText(NOT_A_WEB_ADDRESS)));

const NOT_A_BOX: TextProblem = {
  problem: 'metadata/box',
  expected: 'four degrees: west, south, east and north, such as -73.99 -33.75 -28.84 5.27',
};
const DEGREES = /^-?\d{1,3}(?:\.\d{1,10})?$/;

const isWithin = (limit: number, ...degrees: readonly number[]): boolean =>
  degrees.every((degree) => Math.abs(degree) <= limit);

/** In the order of GeoJSON (RFC 7946, section 5). West may be greater than east: the box crosses the 180th meridian. */
const checkBox = (text: string): CheckedText => {
  const parts = text.split(/[\s,;]+/);
  const [west, south, east, north] = [0, 1, 2, 3].map((index) => Number(parts[index])) as [
    number,
    number,
    number,
    number,
  ];
  const isBox =
    parts.length === 4 &&
    parts.every((part) => DEGREES.test(part)) &&
    isWithin(180, west, east) &&
    isWithin(90, south, north) &&
    south <= north;
  return isBox ? { ok: true, text: parts.join(' ') } : refuseText(NOT_A_BOX);
};

const ROR = checked(checkRor);
const ISNI = checked(checkIsni);

const AGENT = {
  kind: oneOf(AGENT_KINDS),
  orcid: checked(checkOrcid),
  isni: ISNI,
  ror: ROR,
  affiliation: TEXT,
  affiliationRor: ROR,
} as const;

/** What may be said of the values of each field. */
export const QUALIFIERS = {
  creator: AGENT,
  contributor: { ...AGENT, role: oneOf(CONTRIBUTOR_ROLES) },
  publisher: { ror: ROR, isni: ISNI },
  subject: { scheme: TEXT, schemeUri: WEB, uri: WEB },
  date: { type: oneOf(DATE_TYPES) },
  identifier: { scheme: TEXT },
  relation: { type: oneOf(RELATION_TYPES), scheme: oneOf(IDENTIFIER_SCHEMES) },
  coverage: { box: checked(checkBox) },
  rights: { license: checked(checkLicense), uri: WEB },
  alternative: { type: oneOf(TITLE_TYPES) },
  funding: { ror: ROR, isni: ISNI, award: TEXT, awardTitle: TEXT, uri: WEB },
  degree: { level: oneOf(DEGREE_LEVELS), discipline: TEXT, grantor: TEXT, ror: ROR },
  container: { volume: TEXT, issue: TEXT, pages: TEXT, issn: checked(checkIssn), isbn: checked(checkIsbn) },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<QualifierName, Qualifier>>>>>;
