const WARNING = 40;
const ERROR = 50;
/** Control characters, some of which act on a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\x00-\x1f\x7f-\x9f]/g;

/** What every line of the log has, and a person who watches the terminal need not read. */
const UNSHOWN = ['level', 'time', 'pid', 'hostname', 'msg', 'err', 'request'];

interface LogLine {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
}

/** Writes a JSON line of the log for a person: the time of day, what happened, and to what. */
export const writeReadably = (json: string): string => {
  const line = JSON.parse(json) as LogLine & Readonly<Record<string, unknown>>;
  // The command itself says where the node listens.
  if (line.msg?.startsWith('Server listening at ')) return '';
  const time = new Date(line.time).toTimeString().slice(0, 'HH:MM:SS'.length);
  const shown = line.msg === 'answered' ? describeAnswer(line) : describeEvent(line);
  const stack = line.level >= ERROR ? (line.err?.stack?.split('\n').slice(1) ?? []) : [];
  return [`${time} ${shown}`, ...stack].map((text) => `${text.replaceAll(CONTROL, '\u{fffd}')}\n`).join('');
};

const describeAnswer = (line: Readonly<Record<string, unknown>>): string => {
  const { method, path, status, outcome, milliseconds, principal, leftOut } = line;
  const notes = [outcome, principal, leftOut === undefined ? undefined : `${leftOut} more not shown`];
  const took = `${Math.round(Number(milliseconds))} ms`;
  return [status, method, path, took, ...notes].filter((part) => part !== undefined).join(' ');
};

const describeEvent = ({ level, msg = '', err, ...facts }: LogLine & Readonly<Record<string, unknown>>): string => {
  const mark = level >= ERROR ? 'error: ' : level >= WARNING ? 'warning: ' : '';
  const about = Object.entries(facts)
    .filter(([name]) => !UNSHOWN.includes(name))
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const cause = err?.message === undefined ? '' : `: ${err.message}`;
  return `${mark}${msg}${cause}${about.length === 0 ? '' : ` (${about.join(', ')})`}`;
};
