/** By these the log of activities is read, and the accesses of some days are summed, however much there is. */
export const ACTIVITY_SCHEMA = [
  'create index history_by_time on history (at, number)',
  'create index history_by_person on history (who, at, number)',
  'create index access_counts_by_day on access_counts (day)',
];
