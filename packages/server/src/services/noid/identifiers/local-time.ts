const MICROSECONDS_PER_MILLISECOND = 1_000n;

/** The original's date, 14 digits of local time: `20240102030405`. */
export const formatLocalTime = (microseconds: bigint): string => {
  const date = new Date(Number(microseconds / MICROSECONDS_PER_MILLISECOND));
  const parts = [date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes(), date.getSeconds()];
  return String(date.getFullYear()).padStart(4, '0') + parts.map((part) => String(part).padStart(2, '0')).join('');
};
