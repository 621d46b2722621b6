import type { Label } from '../../ibi/label.ts';
import { type Answer, accept, refuse, refuseLong, shift } from '../../parsing/answer.ts';
import { type Hash, parseHash } from '../hash.ts';
import { type Instant, parseInstant } from '../statements/instant.ts';
import { formatSigned, parseSigned, type Signed } from '../statements/signed.ts';
import { type Claim, type KeyChange, parseCanonicalLabel, type Transfer } from '../statements/statement.ts';

/** That Archives disagree about an item, as the resolver saw it. */
export interface Alert {
  readonly kind: 'alert';
  readonly label: Label;
  /** What is wrong, as a code such as `two-originals`. */
  readonly problem: string;
  readonly claimants: readonly Claimant[];
}

export interface Claimant {
  readonly archiveService: Label;
  /** The hash of its claim; undefined for an Archive that does not sign. */
  readonly claim: Hash | undefined;
}

export type LogContent = Signed<Claim | Transfer | KeyChange> | Alert;

/** One leaf of the log: what it is about, and when the log first saw it. */
export interface LogEntry {
  readonly time: Instant;
  readonly content: LogContent;
}

const HEADER = 'ibi-log-v1';
const ALERT = 'ibi-alert-v1';
const NONE = 'none';
/** C2SP tlog-tiles writes the length of an entry in two bytes. */
const MAX_ENTRY_LENGTH = 65_535;
const MAX_CLAIMANTS = 64;
const PROBLEM = /^[a-z][a-z-]{0,63}$/;

export const isAlert = (content: LogContent): content is Alert => 'kind' in content;

/** The text of a leaf, all in ASCII: two lines of the log, then the signed statement or the alert. */
export const formatLogEntry = ({ time, content }: LogEntry): string =>
  `${HEADER}\n${time}\n${isAlert(content) ? formatAlert(content) : formatSigned(content)}`;

/** Accepts exactly what `formatLogEntry` writes. */
export const parseLogEntry = (text: string): Answer<LogEntry> => {
  if (text.length > MAX_ENTRY_LENGTH) return refuseLong('log-entry', MAX_ENTRY_LENGTH);
  if (!text.startsWith(`${HEADER}\n`)) return refuse('log-entry/kind', 0, HEADER);
  const timeStart = HEADER.length + 1;
  const timeEnd = text.indexOf('\n', timeStart);
  if (timeEnd < 0) return refuse('log-entry/time', text.length, 'a moment and a line feed');
  const time = parseInstant(text.slice(timeStart, timeEnd));
  if (!time.ok) return shift(time, timeStart);
  const contentStart = timeEnd + 1;
  const rest = text.slice(contentStart);
  const content = rest.startsWith(`${ALERT}\n`) ? parseAlert(rest) : parseLogged(rest);
  return content.ok ? accept({ time: time.value, content: content.value }) : shift(content, contentStart);
};

const parseLogged = (text: string): Answer<LogContent> => {
  const signed = parseSigned(text);
  if (!signed.ok) return signed;
  // Offers and receipts have the secret name of a transfer.
  const { kind } = signed.value.statement;
  return kind === 'offer' || kind === 'receipt'
    ? refuse('log-entry/secret', 0, 'a claim, a transfer or a key')
    : accept(signed.value as Signed<Claim | Transfer | KeyChange>);
};

const formatAlert = ({ label, problem, claimants }: Alert): string =>
  [
    ALERT,
    label,
    problem,
    ...claimants.map(({ archiveService, claim }) => `${archiveService} ${claim ?? NONE}`).sort(),
    '',
  ].join('\n');

const parseAlert = (text: string): Answer<Alert> => {
  const [, label = '', problem = '', ...lines] = text.slice(0, -1).split('\n');
  const labelStart = ALERT.length + 1;
  const item = parseCanonicalLabel(label);
  if (!item.ok) return shift(item, labelStart);
  const problemStart = labelStart + label.length + 1;
  if (!PROBLEM.test(problem)) return refuse('alert/problem', Math.min(problemStart, text.length), 'a code');
  const claimants: Claimant[] = [];
  if (lines.length > MAX_CLAIMANTS) return refuse('alert/many', problemStart, `at most ${MAX_CLAIMANTS} claimants`);
  let start = problemStart + problem.length + 1;
  for (const line of lines) {
    const claimant = parseClaimant(line);
    if (!claimant.ok) return shift(claimant, start);
    claimants.push(claimant.value);
    start += line.length + 1;
  }
  const alert: Alert = { kind: 'alert', label: item.value, problem, claimants };
  return formatAlert(alert) === text
    ? accept(alert)
    : refuse('alert/order', text.length, 'claimants in order, and a line feed at the end');
};

const parseClaimant = (line: string): Answer<Claimant> => {
  const blank = line.indexOf(' ');
  if (blank < 0) return refuse('alert/claimant', line.length, 'a blank and the hash of a claim');
  const archiveService = parseCanonicalLabel(line.slice(0, blank));
  if (!archiveService.ok) return archiveService;
  const word = line.slice(blank + 1);
  const claim = word === NONE ? accept(undefined) : parseHash(word);
  if (!claim.ok) return shift(claim, blank + 1);
  return accept({ archiveService: archiveService.value, claim: claim.value });
};
