import type {
  Resolution,
  TraceStep,
} from '../../../packages/server/src/services/resolver/asking/outcome/resolution.ts';
import { aliasOf, type Harness, openHarness, targetOf } from './harness.ts';
import { type Allowed, findAliased, type Inquiry, isOddlySilent, isPlace } from './hearing.ts';
import { letHappen, type Scene, START_MS } from './let-happen.ts';
import { NOBODYS } from './messenger.ts';
import { askModel } from './model.ts';
import { isNamed, namesIn } from './names.ts';
import type { Databases } from './ours.ts';
import type { Question, Script } from './script.ts';
import { type ArchiveTruth, createWorld, fits, isReachable, labelOf, type World } from './truth.ts';
import { startVirtualTime } from './virtual-time.ts';

export type Law = 'wrong place' | 'false no' | 'false doubt' | 'wrong words' | 'names' | 'messages' | 'defect';

export interface Failure {
  readonly law: Law;
  /** The place of the question among the events. */
  readonly index: number;
  readonly target: string;
  readonly languages: string | undefined;
  readonly got: string;
  readonly allowed: readonly string[];
  readonly trace: readonly TraceStep[];
}

export interface Verdict {
  readonly questions: number;
  readonly messages: number;
  readonly refusedEvents: number;
  readonly failures: readonly Failure[];
}

/** An Archive that failed this often in a row may be left alone for the longest rest (decision 42). */
const FAILURES = 3;
const LONGEST_REST_MS = 300_000;
const MAX_RESTING = 4;
const MAX_MESSAGES_TO_ONE = 24;
const HANDSHAKE_MS = 5_000;

/** Lets everything happen, in truth and in the product, and compares the product's answers with what is allowed. */
export const runScript = async (script: Script, databases: Databases): Promise<Verdict> => {
  const world = createWorld(script);
  const time = startVirtualTime(START_MS);
  const failures: Failure[] = [];
  let [questions, messages, refusedEvents] = [0, 0, 0];
  try {
    const keepsDigests = script.events.some(({ kind }) => kind === 'stop');
    const harness = await openHarness({ world, time, startMs: START_MS, databases, keepsDigests });
    for (const [index, event] of script.events.entries()) {
      if (!fits(world, event)) continue;
      if (event.kind === 'ask') {
        questions += 1;
        const failure = await judge({ world, harness, time }, event);
        messages += harness.network.sent.length;
        if (failure !== undefined) failures.push({ ...failure, index });
      } else if (!(await letHappen({ world, harness, time }, event))) refusedEvents += 1;
    }
    await harness.close();
  } finally {
    time.restore();
  }
  return { questions, messages, refusedEvents, failures };
};

const labelAsked = (world: World, { item, of, byIbip, byAlias }: Question): string => {
  if (byAlias !== undefined) return aliasOf(byAlias);
  if (of === 'service') return world.archives[item % world.archives.length]?.service ?? '';
  const labels = world.items.get(item);
  if (of === 'metadata' && labels !== undefined) return labels.metadata;
  // Nobody can tell which repository name belongs to an IBIp: a lie about that is a claim like others (decision 44).
  const isLiedAbout = world.archives.some(({ spoiled }) => spoiled.get(labelOf(world, item)) === 'other item');
  return (byIbip && !isLiedAbout ? labels?.ibip : undefined) ?? labelOf(world, item);
};

const judge = async (scene: Scene, question: Question): Promise<Omit<Failure, 'index'> | undefined> => {
  const { world, harness, time } = scene;
  const asked = labelAsked(world, question);
  const label = question.of === undefined ? labelOf(world, question.item) : asked;
  // A new member is asked at once whether it knows messages beyond the standard.
  if (question.byAlias !== undefined) await time.pass(HANDSHAKE_MS);
  const inquiries = imagine(scene, question, (one) =>
    question.byAlias === undefined ? one === labelOf(world, question.item) : hasAlias(world, one, question.byAlias),
  );
  const allowed = allowUnusable(
    world,
    inquiries.flatMap((inquiry) => {
      if (question.byAlias === undefined) return askModel(inquiry, label);
      const { reached, doubts, isFirst } = findAliased(inquiry, question.byAlias);
      const answers = [
        ...reached.flatMap((one) => (isPlace(one) ? askModel(inquiry, one.label) : [one])),
        ...(isFirst ? [] : contest(world, question.byAlias, doubts.length > 0)),
      ];
      if (answers.every(({ kind }) => kind === 'found')) return answers;
      // An item that an Archive names falsely is looked for as well.
      const isMisled = world.archives.some(({ aliases }) => aliases === 'false');
      return [...answers, ...doubts, ...(isMisled ? askModel(inquiry, NOBODYS) : [])];
    }),
  );
  harness.network.sent.length = 0;
  const describe = (law: Law, got: string, trace: readonly TraceStep[]): Omit<Failure, 'index'> => ({
    law,
    target: targetOf(question, asked),
    languages: question.languages,
    got,
    allowed: [...new Set(allowed.map(tell))],
    trace,
  });
  const { resolution, trace } = await harness.ask(question, asked);
  const answer = read(world, resolution);
  noteFirst(scene, question, answer);
  const got = tell(answer);
  const alike = allowed.filter((one) => tell(one) === got);
  if (alike.length === 0) return describe(classify(resolution, allowed), got, trace);
  const named = namesIn(resolution);
  if (!alike.some(({ names = { must: [], may: [] } }) => isNamed(names, named))) {
    const wanted = alike.map(({ names }) => `${names?.must.join(', ') || 'nobody'} (${names?.may.join(', ')})`);
    const wrong = `${got}, naming ${named.join(', ') || 'nobody'}, and not ${[...new Set(wanted)].join('; or ')}`;
    return describe('names', wrong, trace);
  }
  const tooMany = checkMessages(world, harness, question);
  return tooMany === undefined ? undefined : describe('messages', tooMany, trace);
};

/**
 * Where several items carried an alias, it stays with the one that the resolver found first, also while that one is
 * silent; if it found them at the same time, it leads to none of them.
 */
const contest = ({ archives, carriers }: World, alias: number, isDoubtful: boolean): readonly Allowed[] => {
  if ((carriers.get(alias)?.size ?? 0) < 2) return [];
  const names = { must: [], may: archives.map(({ service }) => service) };
  const disputed: Allowed = { kind: 'disputed', label: aliasOf(alias), names };
  return isDoubtful ? [disputed, { kind: 'uncertain', label: '', names }] : [disputed];
};

/** The resolver remembers who carried an alias first, if the item itself was found and nobody was missing. */
const noteFirst = ({ world }: Scene, question: Question, answer: ReturnType<typeof read>): void => {
  const { byAlias, modifier, isFileList } = question;
  if (byAlias === undefined || modifier !== '' || answer.kind !== 'found') return;
  const { label, archive } = answer;
  world.ledTo.set(byAlias, new Set(world.ledTo.get(byAlias)).add(label));
  const holder = world.archives[archive];
  const isOnly = world.carriers.get(byAlias)?.size === 1 && holder?.holdings.get(label)?.state === 'original';
  const isKnown = world.archives.every((one) => isReachable(one) && one.membership === 'included');
  if (!isOnly || !isKnown || isFileList || holder.isLocal || holder.kind !== 'ours') return;
  if (!world.firsts.has(byAlias)) world.firsts.set(byAlias, label);
};

const hasAlias = ({ archives }: World, label: string, alias: number): boolean =>
  archives.some(({ holdings }) => holdings.get(label)?.aliases?.includes(alias));

/** If only a URL that cannot be read is missing, the answer may be `unusable`. */
const allowUnusable = ({ archives }: World, allowed: readonly Allowed[]): readonly Allowed[] => {
  const hasOddUrl = archives.some(({ odd }) => [...odd.values()].includes('odd url'));
  return hasOddUrl && allowed.some(({ kind }) => kind === 'uncertain') ? [...allowed, { kind: 'unusable' }] : allowed;
};

/** An Archive that may be left alone for now counts both as heard and as silent: either is right. */
const imagine = (
  { world, harness, time }: Scene,
  question: Question,
  isAsked: (label: string) => boolean,
): readonly Inquiry[] => {
  const isResting = ({ number }: ArchiveTruth): boolean => {
    const failures = harness.network.failures.get(number) ?? [];
    return failures.length >= FAILURES && time.now() - (failures.at(-1) as number) <= LONGEST_REST_MS;
  };
  const resting = world.archives.filter((archive) => isReachable(archive) && isResting(archive)).slice(0, MAX_RESTING);
  // Whether a relation needs the unreadable pair depends on what else the answer has.
  const hasOdd = world.archives.some(({ odd }) => odd.size > 0);
  const isInCircle =
    question.modifier === '!' && world.archives.some(({ editions }) => [...editions.values()].some(isAsked));
  const oddWays = !hasOdd ? [false] : question.modifier === '' ? [true] : [true, false];
  return Array.from({ length: 2 ** resting.length }, (_, choice) => {
    const left = new Set(resting.filter((_, place) => (choice >> place) % 2 === 1));
    // An item of which an answer cannot be read may still be reached by the relation of another, also of one to which
    // it leads itself.
    const spoiledFor = [() => true, isAsked, ...(question.modifier.length > 1 || isInCircle ? [() => false] : [])];
    return spoiledFor.flatMap((isSpoiled) =>
      oddWays.map((isOddSilent): Inquiry => {
        const answersTo =
          (asked: Question): Inquiry['answers'] =>
          (archive, label) =>
            isReachable(archive) &&
            !left.has(archive) &&
            !(archive.spoiled.has(label) && isSpoiled(label)) &&
            !(isOddSilent && isOddlySilent(archive, label, asked));
        return {
          world,
          question,
          now: START_MS + time.now(),
          answers: answersTo(question),
          answersAlone: answersTo({ ...question, modifier: '' }),
        };
      }),
    );
  }).flat();
};

const tell = (answer: Allowed | { readonly kind: 'elsewhere'; readonly url: string }): string => {
  switch (answer.kind) {
    case 'found':
      return `302 ${answer.label} at a${answer.archive}: ${answer.leaf}`;
    case 'elsewhere':
      return `302 ${answer.url}`;
    case 'uncertain':
      return '503';
    case 'disputed':
      return `409 ${answer.label}`;
    case 'removed':
      return `410 ${answer.label}`;
    default:
      return answer.kind;
  }
};

/** Answers name an item by the form that was asked for, the model by its repository name. */
const repositoryOf = ({ items }: World, text: string): string =>
  [...items.values()].find(({ ibip }) => ibip === text)?.label ?? text;

const read = (world: World, resolution: Resolution): Allowed | { readonly kind: 'elsewhere'; readonly url: string } => {
  switch (resolution.kind) {
    case 'found':
      return locate(world, resolution.url) ?? { kind: 'elsewhere', url: resolution.url };
    case 'uncertain':
    case 'disputed':
    case 'removed':
      return { kind: resolution.kind, label: repositoryOf(world, resolution.ibi) };
    case 'no-original':
      return { kind: 'no original' };
    case 'missing':
      return { kind: resolution.what === 'metadata' ? 'no metadata' : 'no file' };
    case 'malformed':
    case 'reserved':
      throw new Error(`${resolution.kind}: ${JSON.stringify(resolution)}`);
    default:
      return { kind: resolution.kind };
  }
};

const locate = ({ archives }: World, text: string): Allowed | undefined => {
  const url = new URL(text);
  const archive = archives.find(({ address }) => address === url.host);
  const [, label, leaf] = /^\/col\/(.*)\/doc\/(.*)$/.exec(url.pathname) ?? [];
  if (archive === undefined) return undefined;
  const { number } = archive;
  if (label === undefined) return { kind: 'found', archive: number, label: url.pathname.slice(1), leaf: 'service' };
  const format = url.searchParams.get('choice');
  return { kind: 'found', archive: number, label, leaf: leaf === '' ? 'list' : `${leaf}${format ? `?${format}` : ''}` };
};

const classify = ({ kind }: Resolution, allowed: readonly Allowed[]): Law => {
  if (kind === 'found') return 'wrong place';
  const mayBeFound = allowed.some((one) => one.kind === 'found' || one.kind === 'uncertain' || one.kind === 'disputed');
  if (kind === 'uncertain') return mayBeFound ? 'false doubt' : 'wrong words';
  return mayBeFound ? 'false no' : 'wrong words';
};

const checkMessages = (
  { archives }: World,
  { network: { sent } }: Harness,
  { byAlias }: Question,
): string | undefined => {
  const counts = new Map<number, number>();
  const seen = new Map<string, number>();
  for (const { archive, query, isBrokenOff } of sent) {
    const count = (counts.get(archive) ?? 0) + 1;
    if (count > MAX_MESSAGES_TO_ONE) return `a${archive} was asked ${count} times`;
    counts.set(archive, count);
    const message = `a${archive} ${query}`;
    // Decision 53: Archives that are not ours are never sent an alias.
    if (query.includes('aliasRequest') && archives[archive]?.kind !== 'ours') return `sent: ${message}`;
    if (isBrokenOff) continue;
    const times = (seen.get(message) ?? 0) + 1;
    // Decision 45: where copies alone have an alias, who has the original is found out before the item is resolved.
    const isTwiceRight = byAlias !== undefined && query.includes('servicesubject=urlRequest');
    if (times > (isTwiceRight ? 2 : 1)) return `asked ${times} times: ${message}`;
    seen.set(message, times);
  }
  return undefined;
};
