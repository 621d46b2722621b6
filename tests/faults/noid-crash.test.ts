import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { effort } from '../fixtures/effort.ts';
import { readNoidFolder } from '../fixtures/noid-folder-store.ts';
import { createChance, orderOf } from '../fixtures/noid-order.ts';
import { printedIds, runNoid, startNoid } from '../fixtures/noid-process.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const ROUNDS_PER_FOLDER = effort({ usual: 15, thorough: 2_000 });
const ROUNDS_BETWEEN_LOOKS = effort({ usual: 5, thorough: 50 });
const COMMANDS_PER_ROUND = 120;
const CREATIONS = effort({ usual: 5, thorough: 200 });

type Command =
  | { readonly kind: 'mint'; readonly count: number; readonly value: string | undefined }
  | { readonly kind: 'bind'; readonly id: string; readonly value: number }
  | { readonly kind: 'hold' | 'queue'; readonly id: string; readonly when: string };

const lineOf = (command: Command): string => {
  switch (command.kind) {
    case 'mint':
      return `mint ${command.count}${command.value === undefined ? '' : ` e ${command.value}`}\n`;
    case 'bind':
      return `bind set ${command.id} n ${command.value}\n`;
    case 'hold':
      return `hold set ${command.id}\n`;
    case 'queue':
      return `queue ${command.when} ${command.id}\n`;
  }
};

/** What a minter has printed so far, all of which must stay true. */
interface Told {
  readonly issued: Set<string>;
  readonly bound: Map<string, number>;
  readonly boundWhenMinted: Map<string, string>;
  readonly held: Set<string>;
  readonly queued: Set<string>;
}

/** Reads the answers to these commands, in order, as far as they were printed whole. */
const listen = (told: Told, commands: readonly Command[], printed: string): void => {
  const lines = printed.split('\n').slice(0, -1);
  let place = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const line = lines[place];
    if (line === undefined) return undefined;
    place += 1;
    const match = pattern.exec(line);
    if (match === null) throw new Error(`"${line}" is not ${pattern}, in:\n${printed}`);
    return match;
  };
  for (const command of commands) {
    if (command.kind === 'mint') {
      for (let count = 0; count < command.count; count += 1) {
        const [, id] = take(/^id: (\S+)$/) ?? [];
        if (id === undefined) return;
        expect(told.issued, 'told twice').not.toContain(id);
        told.issued.add(id);
        if (command.value !== undefined) told.boundWhenMinted.set(id, command.value);
      }
      take(/^$/);
    } else if (command.kind === 'bind') {
      take(new RegExp(`^Id: {6}${command.id}$`));
      take(/^Element: n$/);
      take(/^Bind: {4}set$/);
      if (take(/^Status: {2}ok, /) !== undefined) told.bound.set(command.id, command.value);
      take(/^$/);
    } else if (command.kind === 'hold') {
      if (take(/^ok: 1 hold placed$/) !== undefined) told.held.add(command.id);
      take(/^$/);
    } else {
      if (take(new RegExp(`^id: ${command.id}$`)) !== undefined) told.queued.add(command.id);
      take(/^note: 1 identifier queued$/);
    }
    if (place >= lines.length) return;
  }
};

interface CrashedMinter {
  readonly template: string;
  readonly words: readonly string[];
  readonly naan: string;
  readonly seed: number;
}

const crash = async ({ template, words, naan, seed }: CrashedMinter): Promise<number> => {
  const folder = createTemporaryFolder();
  const chance = createChance(seed);
  const order = orderOf(template, naan);
  const told: Told = {
    issued: new Set(),
    bound: new Map(),
    boundWhenMinted: new Map(),
    held: new Set(),
    queued: new Set(),
  };
  expect((await runNoid(['dbcreate', template, ...words], { cwd: folder })).status).toBe(0);
  const known: string[] = [];
  /** How far the minter may have come by now, and the last identifier that was set aside beyond that. */
  let mostUsed = 0;
  let lastAside = 0;
  let lastValue = 0;

  const inventCommand = (): Command => {
    const dice = chance(100);
    const id = known[chance(known.length)];
    lastValue += 1;
    if (dice < 40) return { kind: 'mint', count: 1, value: undefined };
    if (dice < 60) return { kind: 'mint', count: 5, value: `v${lastValue}` };
    if (dice < 94)
      return id === undefined ? { kind: 'mint', count: 2, value: undefined } : { kind: 'bind', id, value: lastValue };
    const when = ['now', 'first', 'lvf', '9d'][chance(4)] ?? 'now';
    lastAside += 1;
    return { kind: dice < 97 ? 'hold' : 'queue', id: order.at(lastAside), when };
  };

  /** Makes the commands of one round, which does not reach the identifiers that it sets aside. */
  const inventCommands = (): readonly Command[] => {
    if (chance(5) === 0) return [{ kind: 'mint', count: 20, value: undefined }];
    lastAside = Math.max(lastAside, mostUsed + COMMANDS_PER_ROUND * 5 + told.held.size + told.queued.size);
    return Array.from({ length: COMMANDS_PER_ROUND }, inventCommand);
  };

  const round = async (): Promise<void> => {
    const commands = inventCommands();
    for (const command of commands) mostUsed += command.kind === 'mint' ? command.count : 1;
    const isSingle = commands.length === 1;
    const noid = startNoid(isSingle ? ['mint', '20'] : ['-'], { cwd: folder });
    const kind = chance(10);
    const feed = async (): Promise<void> => {
      for (let place = 0; place < commands.length; ) {
        const few = commands.slice(place, place + 1 + chance(20));
        if (!noid.write(few.map(lineOf).join(''))) return;
        place += few.length;
        // The commands that come while the program starts are one transaction; the others come while it works.
        await noid.answered(1);
        if (chance(3) === 0) await sleep(1);
      }
      noid.end();
    };
    const fed = isSingle ? Promise.resolve(noid.end()) : feed();
    // Kills come before the program has opened its file, while it does, and at any moment of its work; some runs end by
    // themselves.
    if (kind > 0) {
      if (kind < 3) await sleep(chance(120));
      else await noid.answered(chance(isSingle ? 400 : 5_000));
      noid.kill();
    }
    const { status, stdout, stderr } = await noid.ended;
    await fed;
    expect(stderr).toBe('');
    if (kind === 0) expect(status).toBe(0);
    listen(told, commands, stdout.toString());
    known.splice(0, known.length, ...[...told.issued].slice(-50));
  };

  const look = async (): Promise<void> => {
    const { progress, records, elements, queue } = await readNoidFolder(folder);
    const { issued: used } = progress.sequence;
    mostUsed = used;
    const text = (id: string, element: string): string =>
      Buffer.from(elements.get(`${id}\t${element}`) ?? []).toString();
    for (const id of told.issued) expect(records.get(id)?.status, id).toMatch(/^i/);
    for (const [id, value] of told.bound) expect(Number(text(id, 'n')), id).toBeGreaterThanOrEqual(value);
    for (const [id, value] of told.boundWhenMinted) expect(text(id, 'e'), id).toBe(value);
    for (const id of told.held) expect(records.get(id), id).toMatchObject({ status: '', isHeld: true });
    for (const id of told.queued) expect(records.get(id)?.status, id).toMatch(/^i?q/);

    const all = [...records.values()];
    expect(progress.held).toBe(all.filter(({ isHeld }) => isHeld).length);
    expect(progress.queued).toBe(queue.length);
    expect(queue.map(({ id }) => id).toSorted()).toEqual(
      all.flatMap(({ id, status }) => (status.startsWith('q') ? [id] : [])).toSorted(),
    );
    expect(progress.mints).toBe(all.filter(({ status }) => status.startsWith('i')).length);
    // Every place of the order was issued at its turn, or was set aside before.
    const given = new Map(all.flatMap(({ id, status, position }) => (status === 'i' ? [[position, id]] : [])));
    for (const [index, id] of order.first(used).entries()) {
      if (given.get(index + 1) === undefined) expect(records.get(id)?.status, id).toMatch(/^(?:|q|iq)$/);
      else expect(given.get(index + 1)).toBe(id);
    }
    expect(Math.max(0, ...given.keys())).toBeLessThanOrEqual(used);
  };

  for (let count = 1; count <= ROUNDS_PER_FOLDER; count += 1) {
    await round();
    if (count % ROUNDS_BETWEEN_LOOKS === 0) await look();
  }
  // The minter has passed some of the identifiers that were set aside.
  expect([...told.held].some((id) => (order.indexOf(id) ?? mostUsed) < mostUsed)).toBe(true);
  expect([...told.queued].some((id) => told.issued.has(id))).toBe(true);
  const after = printedIds(await runNoid(['mint', '100'], { cwd: folder }));
  expect(after).toHaveLength(100);
  for (const id of after) expect(told.issued).not.toContain(id);
  const { stdout } = await runNoid(['stats'], { cwd: folder });
  const { progress } = await readNoidFolder(folder);
  expect(stdout.toString()).toMatch(new RegExp(`^issued: +${progress.mints}\nused: +${progress.sequence.issued}\n`));
  return told.issued.size;
};

const MINTERS: readonly CrashedMinter[] = [
  { template: 'f5.reedeedk', words: [], naan: '', seed: 1 },
  { template: 'x.seeeek', words: ['long', '12345', 'example.org', 'tests'], naan: '12345', seed: 2 },
];

it('what a command has told is true for ever, however often it is killed', async () => {
  const counts = await Promise.all(MINTERS.map(crash));
  for (const count of counts) expect(count).toBeGreaterThan(ROUNDS_PER_FOLDER);
});

it('a minter whose creation was killed is there, or can be created', async () => {
  const chance = createChance(3);
  for (let round = 0; round < CREATIONS; round += 1) {
    const cwd = createTemporaryFolder();
    const creating = startNoid(['dbcreate', '.sdd'], { cwd });
    creating.end();
    await sleep(40 + chance(80));
    creating.kill();
    const { stdout } = await creating.ended;
    const minted = await runNoid(['mint', '1'], { cwd });
    if (stdout.length > 0 || minted.status === 0) expect(printedIds(minted)).toEqual(['00']);
    else {
      expect(minted.stderr).toContain('-- use dbcreate?');
      expect((await runNoid(['dbcreate', '.sdd'], { cwd })).status).toBe(0);
      expect(printedIds(await runNoid(['mint', '1'], { cwd }))).toEqual(['00']);
    }
  }
});
