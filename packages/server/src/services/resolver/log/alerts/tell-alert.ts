import type { AlertEvidence } from '@perene/api';
import { describeEvidence, type Language, outcomeTexts, outcomeTitle } from '@perene/api/words';
import { createAttemptLimit } from '../../../../concurrency/attempt-limit.ts';
import type { Mail, MailMessage } from '../../../../ports/federation/mail.ts';
import type { AlertClaim } from '../../../../ports/federation/members.ts';
import type { FindEvidence } from './find-evidence.ts';
import type { LogAlert } from './log-alerts.ts';

interface Dispute {
  readonly ibi: string;
  readonly claims: readonly AlertClaim[];
}

/** The others wait in the list of alerts. */
const MAILS_AN_HOUR = 20;

/** Logs an alert, and writes to the operator if the log did not have it yet. */
export const createAlertTelling = ({
  noteAlert,
  findEvidence,
  mail,
  to,
  resolverUrl,
  now,
}: {
  readonly noteAlert: LogAlert;
  readonly findEvidence: FindEvidence;
  readonly mail: Mail | undefined;
  /** Address of the operator; undefined if nobody is to be told. */
  readonly to: string | undefined;
  readonly resolverUrl: string;
  /** Milliseconds. */
  readonly now: () => number;
}): ((dispute: Dispute) => Promise<void>) => {
  const limit = createAttemptLimit({ now, most: MAILS_AN_HOUR, periodSeconds: 3_600 });
  return async (dispute) => {
    const outcome = await noteAlert(dispute);
    if (outcome !== 'logged' || mail === undefined || to === undefined || limit.take(to) > 0) return;
    const evidence = await findEvidence(dispute);
    if (evidence !== undefined) await mail.send(writeAlertMail({ to, ibi: dispute.ibi, evidence, resolverUrl }));
  };
};

const LANGUAGES: readonly Language[] = ['pt', 'en'];

const writeAlertMail = ({
  to,
  ibi,
  evidence,
  resolverUrl,
}: {
  readonly to: string;
  readonly ibi: string;
  readonly evidence: AlertEvidence;
  readonly resolverUrl: string;
}): MailMessage => ({
  to,
  subject: LANGUAGES.map((language) => outcomeTitle({ outcome: 'disputed' }, language)).join(' / '),
  text: `${LANGUAGES.map((language) => describeIn(language, ibi, evidence)).join('\n\n')}
${resolverUrl}/api/v1/alerts/${ibi}
`,
});

const describeIn = (language: Language, ibi: string, evidence: AlertEvidence): string => {
  const { happened, neutral } = outcomeTexts(language).disputed;
  const described = describeEvidence(evidence, language);
  return [
    outcomeTitle({ outcome: 'disputed' }, language),
    ibi,
    '',
    happened,
    neutral,
    ...(described?.sentences ?? []),
    ...(described?.claimants ?? []).flatMap(({ address, service, facts }) => [
      '',
      `${address} (${service})`,
      ...facts.map(({ name, value }) => `  ${name}: ${value}`),
    ]),
    '',
  ].join('\n');
};
