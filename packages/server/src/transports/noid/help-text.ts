import type { NoidOutput } from './noid-output.ts';

/** The commands in the order in which the original lists them. */
export const COMMANDS = [
  'bind',
  'dbinfo',
  'dbcreate',
  'fetch',
  'get',
  'hello',
  'help',
  'hold',
  'mint',
  'note',
  'peppermint',
  'queue',
  'validate',
] as const;

const TOPICS: readonly string[] = ['intro', 'all', 'templates', ...COMMANDS];
const TOPICS_PER_LINE = 7;

const BRIEF: Readonly<Record<string, string>> = {
  bind: `
   noid bind How Id Element Value\t# to bind an Id's Element, where
      How is set|add|insert|new|replace|mint|append|prepend|delete|purge.
      Use an Id of :idmap/Idpattern, Value=PerlReplacementPattern so that
      fetch returns variable values.  Use ":" as Element to read Elements
      and Values up to a blank line from stdin (up to EOF with ":-").
`,
  dbcreate: `
   noid dbcreate [ Template (long|-|short) [ NAAN NAA SubNAA ] ]
      where Template=prefix.Tmask, T=(r|s|z), and mask=string of (e|d|k)
`,
  fetch: `
   noid fetch Id Element ...\t\t# fetch/map one or more Elements
`,
  get: `
   noid get Id Element ...\t\t# fetch/map Elements without labels
`,
  hold: `
   noid hold (set|release) Id ...\t# place or remove a "hold" on Id(s)
`,
  mint: `
   noid mint N [ Elem Value ]\t# to mint N identifiers (optionally binding)
`,
  queue: `
   noid queue (now|first|lvf|Time) Id ...\t# queue (eg, recycle) Id(s)
      Time is NU, meaning N units, where U= d(ays) | s(econds).
      With "lvf" (Lowest Value First) lowest value of id will mint first.
`,
  validate: `
   noid validate Template Id ...\t# to check if Ids are valid
      Use Template of "-" to use the minter's native template.
`,
};

const LONG: Readonly<Record<string, string>> = {
  dbcreate: `
To create an identifier minter governed by Template and Term ("long" or "-"),

   noid dbcreate [ Template Term [ NAAN NAA SubNAA ] ]

The Template gives the number and form of generated identifiers.  Examples:

    .rddd        minter of random 3-digit numbers that stops after the 1000th
    .zd          sequential numbers without limit, adding new digits as needed
  bc.sdddd       sequential 4-digit numbers with constant prefix "bc"
    .rdedeede    .7 billion random ids, extended-digits at chars 2, 4, 5 and 7
  fk.rdeeek      .24 million random ids with prefix "fk" and final check char

For persistent identifiers, use "long" for Term, and specify the NAAN, NAA,
and SubNAA.  Otherwise, use "-" for Term or omit it.  The NAAN is a globally
registered Name Assigning Authority Number; for identifiers conforming to the
ARK scheme, this is a 5-digit number registered with ark@cdlib.org, or 00000.
The NAA is the character string equivalent registered for the NAAN; for
example, the NAAN, 13030, corresponds to the NAA, "cdlib.org".  The SubNAA
is also a character string, but it is a locally determined and possibly
structured subauthority string (e.g., "oac", "ucb/dpg", "practice_area") that
is not globally registered.
`,
  fetch: `
To bind,

   noid bind replace fk0wqkb myGoto http://www.cdlib.org/foobar.html

sets "myGoto" element of identifier "fk0wqkb" to a string (here a URL).
`,
  stats: `
   noid stats\t# issued, remaining, held, queued, rate, date of exhaustion
`,
  path: `
   noid path Id ...\t# the canonical folder of each Id: xv8t984 -> xv/8t/98/4/
`,
  policy: `
   noid policy [ Text ]\t# show or set what is promised about the identifiers
`,
  export: `
   noid export [ File ]\t# write the whole minter as JSON lines
`,
  import: `
   noid import [ File ]\t# create a minter from JSON lines, or from the text
      that Berkeley DB's "db_dump -p NOID/noid.bdb" prints of an old minter.
`,
};

/** The commands that the original does not have; it never lists them. */
export const OWN_COMMANDS = ['stats', 'path', 'policy', 'export', 'import'] as const;

const INTRO = `Usage:
              noid [-f Dbdir] [-v] [-h] Command Arguments`;
const INTRO_BRIEF = `
              noid -h             (for help with a Command summary).`;
const INTRO_FULL = `

Dbdir defaults to "." if not found from -f or a NOID environment variable.
For more information try "perldoc noid" or "noid help Command".  Summary:
`;
const OUTRO = `
If invoked as "noidu...", output is formatted for a web client.  Give Command
as "-" to run a block of noid Commands read from stdin or from POST data.`;

/** Every line but the first is a continuation line of ANVL. */
const fold = (text: string): string => text.replaceAll('\n', '\n ');

type Write = (text: string) => void;

/** Writes the usage after an error to the error output, and the end of the record to the standard output. */
export const writeUsage = ({ out, error }: NoidOutput, topic = 'intro'): void => {
  if (topic === 'intro') {
    error(fold(INTRO + INTRO_BRIEF));
    out('\n\n');
  } else writeBrief(topic, error, out);
};

export const writeBriefHelp = ({ out }: NoidOutput, topic: string): void => writeBrief(topic, out, out);

const writeBrief = (topic: string, write: Write, end: Write): void => {
  const text = BRIEF[topic];
  if (text === undefined) {
    write(`Sorry: no information on "${topic}/brief".\n\n`);
  } else {
    write(fold(text));
    end('\n');
  }
};

export const writeHelp = ({ out }: NoidOutput, asked = 'intro'): void => {
  const topic = (asked === '' ? 'intro' : asked).toLowerCase();
  const own = OWN_COMMANDS.find((command) => command === topic);
  const found = own === undefined ? TOPICS.filter((name) => name.startsWith(topic)) : [own];
  const [name] = found;
  if (name === undefined || found.length > 1) {
    out(
      name === undefined
        ? `Sorry: nothing under "${topic}".\n`
        : `Help: Your request (${topic}), matches more than one topic:\n\t(${found.join(', ')}).\n`,
    );
    out(` You might try one of these topics:${listTopics()}\n \n\n`);
  } else if (name === 'intro') {
    out(fold(INTRO + INTRO_FULL));
    for (const command of COMMANDS) out(fold(BRIEF[command] ?? ''));
    out(`${fold(OUTRO)}\n\n`);
  } else if (LONG[name] === undefined) {
    out(`Sorry: no information on "${name}".\n\n`);
  } else {
    out(`${fold(LONG[name])}\n`);
  }
};

const listTopics = (): string => {
  let text = '';
  for (let start = 0; start < TOPICS.length; start += TOPICS_PER_LINE) {
    text += `\n\t ${TOPICS.slice(start, start + TOPICS_PER_LINE).join(' ')}`;
  }
  return text;
};

export const writeNoDatabase = (output: NoidOutput, database: string): void => {
  output.error(fold(`error: no database (${database}) -- use dbcreate?\n\n`));
  writeUsage(output);
};
