import { type Failure, type Law, runScript } from './judge.ts';
import type { Databases } from './ours.ts';
import type { Event, Script } from './script.ts';

export interface Shrunk {
  readonly script: Script;
  readonly failure: Failure;
}

const MAX_RUNS = 1_500;

/** Removes Archives, events and facts, as long as the last question still breaks the same law. */
export const shrink = async (script: Script, failure: Failure, databases: Databases): Promise<Shrunk> => {
  const first: Shrunk = { script: { ...script, events: script.events.slice(0, failure.index + 1) }, failure };
  let smallest = first;
  let runs = 0;
  const tryScript = async (candidate: Script): Promise<boolean> => {
    runs += 1;
    const found = runs > MAX_RUNS ? undefined : await failsAlike(candidate, failure, databases);
    if (found !== undefined) smallest = { script: candidate, failure: found };
    return found !== undefined;
  };
  for (let before = ''; before !== JSON.stringify(smallest.script); ) {
    before = JSON.stringify(smallest.script);
    await dropEvents(() => smallest.script, tryScript);
    await dropArchives(() => smallest.script, tryScript);
    await simplify(() => smallest.script, tryScript);
  }
  return smallest;
};

const failsAlike = async (
  script: Script,
  { law, got }: { readonly law: Law; readonly got: string },
  databases: Databases,
): Promise<Failure | undefined> => {
  if (script.events.at(-1)?.kind !== 'ask') return undefined;
  const { failures } = await runScript(script, databases).catch(() => ({ failures: [] }));
  const last = failures.at(-1);
  const isAlike = last?.law === law && kindOf(last.got) === kindOf(got);
  return isAlike && last.index === script.events.length - 1 ? last : undefined;
};

const kindOf = (got: string): string => got.split(' ').slice(0, 1).join();

type Try = (script: Script) => Promise<boolean>;

/** Removes halves first, single events last, and never the question itself. */
const dropEvents = async (current: () => Script, tryScript: Try): Promise<void> => {
  for (let size = Math.ceil(current().events.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < current().events.length - 1; ) {
      const { events } = current();
      const end = Math.min(start + size, events.length - 1);
      const isDropped = await tryScript({ ...current(), events: [...events.slice(0, start), ...events.slice(end)] });
      if (!isDropped) start += size;
    }
  }
};

const dropArchives = async (current: () => Script, tryScript: Try): Promise<void> => {
  for (let number = current().archives.length - 1; number >= 0; number -= 1) {
    const { archives, events } = current();
    if (archives.length === 1) return;
    await tryScript({
      ...current(),
      archives: archives.toSpliced(number, 1),
      events: events.flatMap((event) => withoutArchive(event, number)),
    });
  }
};

const withoutArchive = (event: Event, gone: number): readonly Event[] => {
  const named = { ...event } as Record<string, unknown>;
  for (const key of ['at', 'to', 'from', 'archive']) {
    const number = named[key];
    if (number === gone) return [];
    if (typeof number === 'number' && number > gone) named[key] = number - 1;
  }
  return [named as unknown as Event];
};

const OPTIONAL = [
  'from',
  'next',
  'isOld',
  'hasIbip',
  'hasMetadata',
  'language',
  'isMoved',
  'isInTwoSteps',
  'path',
  'isFileList',
  'languages',
  'isOriginal',
  'byIbip',
  'byAlias',
  'of',
];

const simplify = async (current: () => Script, tryScript: Try): Promise<void> => {
  for (let place = 0; place < current().events.length; place += 1) {
    for (const key of OPTIONAL) {
      const event = current().events[place] as Event;
      const isNeeded = (key === 'of' && event.kind !== 'ask') || (key === 'next' && event.kind !== 'unlink');
      if (!(key in event) || isNeeded) continue;
      const { [key as 'kind']: _, ...simpler } = event;
      await tryScript({ ...current(), events: current().events.with(place, simpler as unknown as Event) });
    }
    const event = current().events[place] as Event;
    if (event.kind === 'ask' && event.modifier !== '') {
      const shorter = [
        event.modifier.replaceAll(/\([^)]*\)/g, ''),
        ...['!', '+', ':'].map((sign) => drop(event.modifier, sign)),
      ];
      for (const modifier of shorter) {
        const known = current().events[place] as typeof event;
        if (modifier.length < known.modifier.length) {
          await tryScript({ ...current(), events: current().events.with(place, { ...known, modifier }) });
        }
      }
    }
    if (event.kind === 'deposit' && event.files.length > 1) {
      const only = { ...(current().events[place] as typeof event), files: event.files.slice(0, 1) };
      await tryScript({ ...current(), events: current().events.with(place, only) });
    }
  }
  for (let number = 0; number < current().archives.length; number += 1) {
    for (const key of ['isLocal', 'filters', 'isTerse', 'forms', 'aliases'] as const) {
      const { [key]: value, ...simpler } = current().archives[number] ?? { kind: 'ours', latencyMs: 1 };
      if (value) await tryScript({ ...current(), archives: current().archives.with(number, simpler) });
    }
    const archive = current().archives[number];
    if (archive && archive.latencyMs > 1) {
      await tryScript({ ...current(), archives: current().archives.with(number, { ...archive, latencyMs: 1 }) });
    }
  }
  if (current().maxAskedForUnknown < 256) await tryScript({ ...current(), maxAskedForUnknown: 256 });
};

const drop = (modifier: string, sign: string): string => {
  const step = new RegExp(`\\${sign}(?:\\([^)]*\\))?`);
  return modifier.replace(step, '');
};
