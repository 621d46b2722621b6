import { formatExactDate, formatTime, parseIbi, type Refused } from '@perene/core';

/** Everything that a label tells without asking anyone, with the names that programs rely on. */
export type Inspection = InspectedLabel | { readonly label: string; readonly valid: false; readonly refused: Refused };

export interface InspectedLabel {
  readonly label: string;
  readonly valid: true;
  readonly form: 'repository' | 'ibip';
  readonly canonical: string;
  readonly host?: string;
  readonly ip?: string;
  readonly port: number;
  /** Exact decimal POSIX seconds. */
  readonly date: string;
  /** ISO 8601. */
  readonly time: string;
}

export const inspectLabel = (label: string): Inspection => {
  const parsed = parseIbi(label);
  if (!parsed.ok) return { label, valid: false, refused: parsed };
  const ibi = parsed.value;
  return {
    label,
    valid: true,
    form: ibi.form,
    canonical: ibi.text,
    ...(ibi.form === 'repository' ? { host: ibi.host } : { ip: ibi.ip }),
    port: ibi.port,
    date: formatExactDate(ibi.date),
    time: formatTime(ibi.date),
  };
};
