import { type Bound, bindElement, isRemoval } from '../../../services/noid/bindings/bind-element.ts';
import { catchRefusal, type NoidCommand, type NoidSession, refuseCommand } from '../noid-session.ts';
import { bytesOf, shownText, textOf, trimBlanks, type Word } from '../words.ts';

interface Binding {
  readonly element: Word;
  readonly value: Uint8Array | undefined;
}

/** Whether the command reads its value from the same input as the commands. */
export const readsInput = (words: readonly Word[]): boolean =>
  words[0] === 'bind' && (words[3] === ':' || words[3] === ':-') && words[4] === undefined;

export const bindCommand = async (session: NoidSession, words: readonly Word[]): Promise<NoidCommand | undefined> => {
  const [how, id, element = '', value] = words;
  const refuse = (message: string): undefined => {
    refuseCommand(session, message);
    return undefined;
  };
  if ((element === ':' || element === ':-') && value !== undefined) {
    return refuse(`Why give a value (${shownText(value)}) with an element "${element}"?\n`);
  }
  if (element === ':') {
    const pairs = readPairs(await session.input.paragraph());
    if (pairs.problem !== undefined) return refuse(pairs.problem);
    // If several bindings fail, the original writes the usage beside each error, not among the answers.
    const refused = (message: string) => refuseCommand(session, `${message}\n`, { topic: 'bind', isError: true });
    return bindAll(session, { how, id, bindings: pairs.bindings, refused });
  }
  const refused = (message: string) => refuseCommand(session, message, { topic: 'bind', isError: false });
  if (element === ':-') {
    const binding = readOne(await session.input.rest());
    return typeof binding === 'string' ? refuse(binding) : bindAll(session, { how, id, bindings: [binding], refused });
  }
  if (element.startsWith(':')) return refuse(`Binding to element syntax "${shownText(element)}" not supported.\n`);
  return bindAll(session, {
    how,
    id,
    bindings: [{ element, value: value === undefined ? undefined : bytesOf(value) }],
    refused,
  });
};

interface Bindings {
  readonly how: Word | undefined;
  readonly id: Word | undefined;
  readonly bindings: readonly Binding[];
  readonly refused: (message: string) => void;
}

const bindAll = (session: NoidSession, { how, id, bindings, refused }: Bindings): NoidCommand => ({
  kind: 'writing',
  async run(minter) {
    for (const { element, value } of bindings) {
      const bound = await catchRefusal(
        () =>
          bindElement(minter, session.work, {
            how: how === undefined ? undefined : textOf(how),
            id: id === undefined ? undefined : textOf(id),
            element: textOf(element),
            value,
          }),
        refused,
      );
      if (bound !== undefined) session.output.out(describeBound(bound));
    }
    return true;
  },
});

const describeBound = (bound: Bound): string =>
  `Id:      ${bound.id}\nElement: ${bound.element}\nBind:    ${bound.how}\nStatus:  ok, ${describeStatus(bound)}\n\n`;

const describeStatus = ({ how, bytesBefore, bytesGiven }: Bound): string => {
  if (isRemoval(how)) return `${bytesBefore} bytes removed`;
  if (how === 'add' || how === 'append') return `${bytesGiven} bytes written to the end of ${bytesBefore} bytes`;
  if (how === 'insert' || how === 'prepend') {
    return `${bytesGiven} bytes written to the beginning of ${bytesBefore} bytes`;
  }
  return `${bytesGiven} bytes written, replacing ${bytesBefore} bytes`;
};

/**
 * Reads elements and values like the header of a message: indented lines continue, lines that begin with "#" are
 * skipped.
 */
const readPairs = (
  paragraph: string,
): { readonly bindings: readonly Binding[]; readonly problem: string | undefined } => {
  const lines = paragraph
    .split('\n')
    .filter((line) => !line.startsWith('#') && trimBlanks(line) !== '')
    .join('\n')
    .replace(/\n[ \t-\r]+/g, ' ')
    .split('\n');
  const bindings: Binding[] = [];
  for (const line of lines) {
    if (line === '') continue;
    const colon = line.indexOf(':');
    const element = trimBlanks(line.slice(0, Math.max(0, colon)));
    if (element === '') return { bindings: [], problem: `error: no element and colon in "${shownText(line)}".\n` };
    bindings.push({ element, value: bytesOf(line.slice(colon + 1).replace(/^[ \t-\r]+/, '')) });
  }
  return { bindings, problem: undefined };
};

const BLANK_OR_COMMENT = /^(?:#.*|[ \t-\r]*)$/s;

/** Reads one element, with all of the input after its colon as the value; or returns what is wrong. */
const readOne = (input: Uint8Array): Binding | string => {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  let start = 0;
  while (start < bytes.length) {
    const newline = bytes.indexOf('\n', start);
    const end = newline < 0 ? bytes.length : newline;
    const line = bytes.toString('latin1', start, end);
    if (!BLANK_OR_COMMENT.test(line)) return readFirstLine(bytes, line, start);
    start = end + 1;
  }
  return 'error:  no non-blank, non-comment input.\n';
};

const readFirstLine = (bytes: Buffer, line: string, start: number): Binding | string => {
  const [beginning, element] = /^[ \t-\r]*(\w+)[ \t-\r]*:[ \t-\r]*/.exec(line) ?? [];
  if (beginning === undefined || element === undefined) {
    return 'error:  missing element or colon on first non-blank, non-comment line.\n';
  }
  const value = bytes.subarray(start + beginning.length);
  // A last line without its end gets one, as in the original.
  return { element, value: value.at(-1) === 0x0a ? value : Buffer.concat([value, Buffer.from('\n')]) };
};
