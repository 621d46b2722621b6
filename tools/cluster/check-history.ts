/** What one client asked for, and what it was told; times are of one clock. */
export interface HistoryEvent {
  readonly began: number;
  /** Undefined if no answer came: it may have been carried out, or not. */
  readonly ended: number | undefined;
  readonly done:
    | { readonly kind: 'minted'; readonly date: bigint }
    | { readonly kind: 'appended'; readonly to: string; readonly mark: string };
}

/** What is there when all is over. */
export interface FinalState {
  /** The marks of each text, in their order. */
  readonly appended: ReadonlyMap<string, readonly string[]>;
}

/**
 * Finds what no order of the operations, one after the other, explains. A date is given once, and later than every date of
 * a mint that had ended before; what was acknowledged is there once; what was not acknowledged at most once; and of two
 * appended marks the one that had ended before the other began comes first.
 */
export const checkHistory = (events: readonly HistoryEvent[], { appended }: FinalState): readonly string[] => [
  ...checkMints(events),
  ...checkAppends(events, appended),
];

const checkMints = (events: readonly HistoryEvent[]): readonly string[] => {
  const mints = events.flatMap(({ began, ended, done }) =>
    done.kind === 'minted' && ended !== undefined ? [{ began, ended, date: done.date }] : [],
  );
  const problems: string[] = [];
  const seen = new Set<bigint>();
  for (const { date } of mints) {
    if (seen.has(date)) problems.push(`the date ${date} was given twice`);
    seen.add(date);
  }
  // The latest date of all mints that had ended before each one began.
  const byEnd = mints.toSorted((one, other) => one.ended - other.ended);
  let [next, latest] = [0, -1n];
  for (const { began, date } of mints.toSorted((one, other) => one.began - other.began)) {
    for (let before = byEnd[next]; before !== undefined && before.ended < began; before = byEnd[next]) {
      if (before.date > latest) latest = before.date;
      next += 1;
    }
    if (date < latest) problems.push(`the date ${date} was given after ${latest}`);
  }
  return problems;
};

const checkAppends = (
  events: readonly HistoryEvent[],
  appended: ReadonlyMap<string, readonly string[]>,
): readonly string[] => {
  const problems: string[] = [];
  const asked = new Map<string, HistoryEvent>();
  for (const event of events) {
    if (event.done.kind !== 'appended') continue;
    const { to, mark } = event.done;
    asked.set(`${to} ${mark}`, event);
    const times = (appended.get(to) ?? []).filter((one) => one === mark).length;
    if (times > 1) problems.push(`${mark} is ${times} times in ${to}`);
    if (times === 0 && event.ended !== undefined) problems.push(`${mark} of ${to} was acknowledged, and is lost`);
  }
  for (const [to, marks] of appended) {
    let latestBegan = -1;
    for (const mark of marks) {
      const event = asked.get(`${to} ${mark}`);
      if (event === undefined) {
        problems.push(`nobody appended ${mark} to ${to}`);
        continue;
      }
      if ((event.ended ?? Number.POSITIVE_INFINITY) < latestBegan) problems.push(`${mark} of ${to} comes too late`);
      latestBegan = Math.max(latestBegan, event.began);
    }
  }
  return problems;
};
