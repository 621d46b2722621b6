import { holdIdentifiers } from '../../../services/noid/identifiers/hold-identifiers.ts';
import { mintIdentifiers } from '../../../services/noid/identifiers/mint-identifiers.ts';
import { queueIdentifiers } from '../../../services/noid/identifiers/queue-identifiers.ts';
import { saveNote } from '../../../services/noid/identifiers/save-note.ts';
import { validateIdentifiers } from '../../../services/noid/identifiers/validate-identifiers.ts';
import { catchRefusal, type NoidCommand, type NoidSession, refuseCommand } from '../noid-session.ts';
import { sayAsPerl, sayNotQueued, sayProblem } from '../perl-words.ts';
import { bytesOf, shownText, textOf, type Word } from '../words.ts';

const MINTS_PER_TRANSACTION = 10_000;

export const mintCommand = (
  session: NoidSession,
  { words, isPeppered }: { readonly words: readonly Word[]; readonly isPeppered: boolean },
): NoidCommand | undefined => {
  const [number, element, value] = words;
  const problem = findMintProblem(words, session.maxMints);
  if (problem !== undefined) {
    refuseCommand(session, `Argument error: ${problem}\n`, { topic: 'mint', isError: true });
    return undefined;
  }
  const { output, work } = session;
  const refused = (message: string): void => refuseCommand(session, message);
  let left = Number(number);
  return {
    kind: 'writing',
    async run(minter) {
      const count = Math.min(left, MINTS_PER_TRANSACTION);
      const minted = await catchRefusal(
        () =>
          mintIdentifiers(minter, work, {
            count,
            isPeppered,
            elements:
              element === undefined || value === undefined ? [] : [{ element: textOf(element), value: bytesOf(value) }],
          }),
        refused,
      );
      if (minted === undefined) return true;
      for (const id of minted.ids) output.out(`id: ${id}\n`);
      left -= count;
      if (minted.stopped !== undefined) refused(`error: ${sayAsPerl(minted.stopped)}\n`);
      else if (left === 0) output.out('\n');
      return minted.stopped !== undefined || left === 0;
    },
  };
};

/** Whether the words ask for identifiers and for nothing else, so that those of several commands are minted together. */
export const isPlainMint = ([command, number = '', ...others]: readonly Word[]): boolean =>
  command === 'mint' && /^[1-9]$/.test(number) && others.length === 0;

/** Mints for several commands at once, and answers each of them as if it had come alone. */
export const mintTogether = (session: NoidSession, commands: readonly (readonly Word[])[]): NoidCommand => ({
  kind: 'writing',
  async run(minter) {
    const counts = commands.map(([, number]) => Number(number));
    const count = counts.reduce((sum, each) => sum + each, 0);
    const { ids, stopped } = (await catchRefusal(
      () => mintIdentifiers(minter, session.work, { count }),
      // Each command says it below.
      () => undefined,
    )) ?? { ids: [], stopped: undefined };
    let taken = 0;
    let answered = 0;
    for (const wanted of counts) {
      const given = ids.slice(taken, taken + wanted);
      if (given.length < wanted && stopped === undefined) break;
      taken += given.length;
      answered += 1;
      session.output.out(given.map((id) => `id: ${id}\n`).join(''));
      if (given.length < wanted && stopped !== undefined) {
        refuseCommand(session, `error: ${sayAsPerl(stopped)}\n`);
        break;
      }
      session.output.out('\n');
    }
    for (const [, ...words] of commands.slice(answered)) {
      const command = mintCommand(session, { words, isPeppered: false });
      if (command?.kind === 'writing') await command.run(minter);
    }
    return true;
  },
});

const findMintProblem = (
  [number, element, value, ...others]: readonly Word[],
  maxMints: number,
): string | undefined => {
  if (number === undefined) return 'expected positive integer, got nothing';
  if (!/^\d+$/.test(number)) return `expected positive integer, got "${shownText(number)}"`;
  if (Number(number) > maxMints) return `expected at most ${maxMints}, got "${number}"`;
  if (element === '') return 'expected an element name, got ""';
  if (element !== undefined && value === undefined) return `expected a value for element "${shownText(element)}"`;
  if (others.length > 0) return `expected an element and a value, got also "${others.map(shownText).join(' ')}"`;
  return undefined;
};

export const holdCommand = (session: NoidSession, [directive, ...ids]: readonly Word[]): NoidCommand | undefined => {
  const refused = (message: string): void => refuseCommand(session, message, { topic: 'hold', isError: true });
  const problem = findHoldProblem(directive, ids);
  if (problem !== undefined) {
    refused(`error: ${problem}\n`);
    return undefined;
  }
  const isHeld = directive === 'set';
  return {
    kind: 'writing',
    async run(minter) {
      const done = await catchRefusal(async () => {
        await holdIdentifiers(minter, session.work, { ids: ids.map(textOf), isHeld });
        return true;
      }, refused);
      if (done === true) {
        session.output.out(`ok: ${ids.length} hold${ids.length === 1 ? '' : 's'} ${isHeld ? 'placed' : 'removed'}\n\n`);
      }
      return true;
    },
  };
};

const findHoldProblem = (directive: Word | undefined, ids: readonly Word[]): string | undefined => {
  if (directive === undefined) return 'hold "set" or "release"?';
  if (ids.length === 0) return 'no Id(s) specified';
  return directive === 'set' || directive === 'release'
    ? undefined
    : `unrecognized hold directive (${shownText(directive)})`;
};

export const queueCommand = (session: NoidSession, [when, ...ids]: readonly Word[]): NoidCommand => ({
  kind: 'writing',
  async run(minter) {
    const { output, work, fail } = session;
    const answer = await catchRefusal(
      () =>
        queueIdentifiers(minter, work, { when: when === undefined ? undefined : textOf(when), ids: ids.map(textOf) }),
      (message) => refuseCommand(session, `${message}\n`),
    );
    const { outcomes } = answer ?? { outcomes: [] };
    for (const outcome of outcomes) {
      if (outcome.refused !== undefined) fail();
      output.out(`${outcome.refused === undefined ? `id: ${outcome.id}` : sayNotQueued(outcome.refused)}\n`);
    }
    const queued = outcomes.filter(({ refused }) => refused === undefined).length;
    output.out(`note: ${queued} identifier${queued === 1 ? '' : 's'} ${when === 'delete' ? 'unqueued' : 'queued'}\n`);
    return true;
  },
});

export const validateCommand = (session: NoidSession, [template, ...ids]: readonly Word[]): NoidCommand => {
  const refused = (message: string): void => refuseCommand(session, message, { topic: 'validate', isError: true });
  return {
    kind: 'reading',
    async run({ definition }) {
      await catchRefusal(async () => {
        const checked = validateIdentifiers(definition, {
          template: template === undefined ? undefined : textOf(template),
          ids: ids.map(textOf),
        });
        for (const { id, problem } of checked) {
          session.output.out(problem === undefined ? `id: ${id}\n` : `${sayProblem(problem)}\n`);
          if (problem !== undefined) session.fail();
        }
      }, refused);
    },
  };
};

export const noteCommand = (session: NoidSession, [key, value]: readonly Word[]): NoidCommand | undefined => {
  if (key === undefined || value === undefined) {
    refuseCommand(session, 'You must supply a key and a value.\n', { topic: 'note', isError: true });
    return undefined;
  }
  return {
    kind: 'writing',
    async run(minter) {
      await catchRefusal(
        () => saveNote(minter, session.work, { key: textOf(key), value: bytesOf(value) }),
        (message) => refuseCommand(session, message),
      );
      return true;
    },
  };
};
