import type { MinterReading } from '../../../ports/minting/minter-store.ts';
import { type Fetched, fetchElement, fetchElements, isFalse } from '../../../services/noid/bindings/fetch-elements.ts';
import { refuseUnkeptName } from '../../../services/noid/identifiers/check-identifiers.ts';
import { catchRefusal, type NoidCommand, type NoidSession, refuseCommand } from '../noid-session.ts';
import { textOf, type Word } from '../words.ts';

/** `fetch` shows labels and the circulation record, `get` values only. */
export const fetchCommand = (
  session: NoidSession,
  { words, isVerbose }: { readonly words: readonly Word[]; readonly isVerbose: boolean },
): NoidCommand | undefined => {
  const [id, ...elements] = words;
  if (id === undefined) {
    const name = isVerbose ? 'fetch' : 'get';
    refuseCommand(session, `error: ${name} requires that an identifier be specified.\n`);
    return undefined;
  }
  const refused = (message: string): void => refuseCommand(session, message);
  return {
    kind: 'reading',
    async run(minter) {
      await catchRefusal(async () => {
        const request = { id: textOf(id), elements: elements.map(textOf) };
        refuseUnkeptName(request.id, 'identifier');
        for (const element of request.elements) refuseUnkeptName(element, 'element');
        if (elements.length === 0) writeAll(session, { fetched: await fetchAll(session, minter, request), isVerbose });
        else if (isVerbose) writeNamed(session, await fetchAll(session, minter, request));
        else await writeValues(session, minter, request);
      }, refused);
    },
  };
};

interface Asked {
  readonly id: string;
  readonly elements: readonly string[];
}

const fetchAll = ({ work }: NoidSession, minter: MinterReading, asked: Asked): Promise<Fetched> =>
  fetchElements(minter, work, asked);

const describeHeader = ({ id, isHeld, circulation }: Fetched): string =>
  `id:    ${id}${isHeld ? ' hold' : ''}\nCirc:  ${circulation || 'uncirculated'}\n`;

const writeAll = (
  { output }: NoidSession,
  { fetched, isVerbose }: { readonly fetched: Fetched; readonly isVerbose: boolean },
): void => {
  const header = isVerbose ? describeHeader(fetched) : '';
  if (fetched.elements.length === 0) {
    output.error(`${header}note: no elements bound under ${fetched.id}.\n`);
    return;
  }
  output.out(header);
  for (const { element, value = new Uint8Array() } of fetched.elements) {
    if (isVerbose) output.out(`${element}: `);
    output.out(value);
    output.out('\n');
  }
  if (isVerbose) output.out('\n');
};

const writeNamed = ({ output, fail }: NoidSession, fetched: Fetched): void => {
  output.out(describeHeader(fetched));
  for (const { element, value, isFromRule } of fetched.elements) {
    if (isFromRule || (value !== undefined && !isFalse(value))) {
      output.out(`${element}: `);
      output.out(value ?? '');
      output.out(isFromRule ? '\nnote: previous result produced by :idmap\n' : '\n');
    } else {
      output.out(`error: "${fetched.id} ${element}" is not bound.\n`);
      fail();
    }
  }
  output.out('\n');
};

/** Writes the values. Resolvers ask for them a million times, so no more is looked up than is shown. */
const writeValues = async ({ output, work }: NoidSession, minter: MinterReading, { id, elements }: Asked) => {
  for (const name of elements) {
    const { value, isFromRule } = await fetchElement(minter, work, { id, element: name });
    if (value !== undefined && (isFromRule || !isFalse(value))) output.out(value);
    output.out('\n');
  }
};
