import { formatExactDate, formatTime, type Ibi, parseIbi, type Refused } from '@perene/core';
import { type LegacyLabel, parseLegacyLabel } from '@perene/core/reading';

/** Everything that can be read from a label itself, with the names that programs rely on. */
export type Inspection = InspectedLabel | { readonly label: string; readonly valid: false; readonly refused: Refused };

export interface InspectedLabel {
  readonly label: string;
  readonly valid: true;
  readonly form: 'repository' | 'ibip' | 'legacy';
  readonly canonical: string;
  readonly host?: string;
  readonly ip?: string;
  /** Absent for a label of before RTC-10 that cannot be decoded. */
  readonly port?: number;
  /** The exact date in decimal POSIX seconds. */
  readonly date: string;
  /** The date in ISO 8601. */
  readonly time: string;
  /** The labels that a label of before RTC-10 may stand for, the likeliest first. */
  readonly candidates?: readonly string[];
}

export const inspectLabel = (label: string): Inspection => {
  const parsed = parseIbi(label);
  if (parsed.ok) return describe(label, parsed.value, serverOf(parsed.value));
  const legacy = parseLegacyLabel(label);
  if (!legacy.ok) return { label, valid: false, refused: parsed };
  const { candidates } = legacy.value;
  const [likeliest] = candidates;
  return {
    ...describe(label, legacy.value, likeliest === undefined ? {} : serverOf(likeliest)),
    candidates: candidates.map(({ text }) => text),
  };
};

type Server = Pick<InspectedLabel, 'host' | 'ip' | 'port'>;

const serverOf = (ibi: Ibi): Server => ({
  ...(ibi.form === 'repository' ? { host: ibi.host } : { ip: ibi.ip }),
  port: ibi.port,
});

const describe = (label: string, { form, text, date }: Ibi | LegacyLabel, server: Server): InspectedLabel => ({
  label,
  valid: true,
  form,
  canonical: text,
  ...server,
  date: formatExactDate(date),
  time: formatTime(date),
});
