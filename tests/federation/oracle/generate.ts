import { type Chance, createChance } from '../../fixtures/chance.ts';
import type { ArchiveKind, Event, Question, Script, Spoiled } from './script.ts';

const LANGUAGES = ['en', 'pt', 'pt-BR', 'pt-PT', 'es', 'fr'];
const HEADERS = ['', '*', 'pt', 'pt-BR,pt;q=0.8,en;q=0.5', 'en', 'de,es;q=0.7', 'fr;q=0.3,pt-PT', 'de', 'es,*;q=0.1'];
/** The modifiers of Table 8.2, and none. */
const MODIFIERS = ['', ':', ':+', '!', '!+', '!:', '!+:', '!:+', '!+:+', '+', '+!', '+:', '+!:', '+:+', '+!:+'];
const FILES = ['main.pdf', 'data.csv', 'folder/figure.png'];
/**
 * Pauses in seconds. The longest outlasts any rest of a circuit; it is rare, because much happens in the background.
 */
const PAUSES = [1, 1, 3, 3, 20, 20, 70, 70, 70, 400];
const ALIASES = 6;
const SPOILED: readonly Spoiled[] = [
  'garbage',
  'status',
  'other item',
  'other archive',
  'odd timestamp',
  'odd url',
  'odd state',
  'odd next',
];

export const generate = (seed: number, { questions }: { readonly questions: number }): Script => {
  const chance = createChance(seed);
  const archives = makeArchives(chance);
  const isSmall = chance.is(0.5);
  const scene: Scene = { chance, archives, items: isSmall ? 2 + chance.below(4) : 4 + chance.below(16) };
  const restarts = chance.is(0.3);
  const events: Event[] = [];
  for (let item = 0; item < scene.items; item += 1) if (chance.is(0.9)) events.push(deposit(scene, item));
  for (let count = chance.below(3 * scene.items); count > 0; count -= 1) events.push(relate(scene));
  if (chance.is(0.5)) events.push({ kind: 'wait', seconds: 70 });
  for (let asked = 0; asked < questions; asked += 1) {
    let look: number | undefined;
    const isRestarted = restarts && chance.is(0.05);
    if (isRestarted) events.push({ kind: 'stop' });
    while (chance.is(isRestarted ? 0.6 : 0.15)) {
      const event = happening(scene);
      events.push(event);
      // People often ask at once about what they have just done.
      if (chance.is(0.6)) look = 'item' in event ? event.item : 'of' in event ? event.of : look;
    }
    if (isRestarted) events.push({ kind: 'start' });
    events.push({ kind: 'ask', ...question(scene), ...(look !== undefined && { item: look }) });
  }
  const maxAskedForUnknown = chance.is(0.75) ? 256 : chance.below(4);
  return { seed, archives, maxAskedForUnknown, events };
};

interface Scene {
  readonly chance: Chance;
  readonly archives: readonly ArchiveKind[];
  /** The numbers of items are below this. */
  items: number;
}

const makeArchives = (chance: Chance): readonly ArchiveKind[] => {
  const count = chance.is(0.5) ? 1 + chance.below(4) : chance.is(0.7) ? 5 + chance.below(6) : 11 + chance.below(30);
  const ours = chance.below(1 + Math.min(count, 5));
  const hasLocal = ours > 0 && chance.is(0.5);
  return Array.from({ length: count }, (_, number): ArchiveKind => {
    const latencyMs = chance.is(0.8) ? 1 + chance.below(30) : 100 + chance.below(1_500);
    if (number < ours) {
      if (hasLocal && number === 0) return { kind: 'ours', latencyMs, isLocal: true };
      const isOdd = chance.is(0.12);
      return { kind: 'ours', latencyMs, ...(isOdd && { aliases: chance.pick(['unknown', 'false'] as const) }) };
    }
    const kind = chance.is(0.6) ? 'related' : 'minimal';
    const isTooSlow = chance.is(0.03);
    return {
      kind,
      latencyMs: isTooSlow ? 2_500 : latencyMs,
      filters: chance.is(0.5),
      ...(kind === 'related' && chance.is(0.3) && { isTerse: true }),
      forms: chance.pick(['rep', 'both', 'other'] as const),
    };
  });
};

const archiveIn = ({ chance, archives }: Scene): number => chance.below(archives.length);

const itemIn = ({ chance, items }: Scene): number => (chance.is(0.03) ? items + chance.below(3) : chance.below(items));

const deposit = (scene: Scene, item: number): Event => {
  const { chance } = scene;
  return {
    kind: 'deposit',
    at: archiveIn(scene),
    item,
    files: FILES.slice(0, 1 + chance.below(FILES.length)),
    ...(chance.is(0.8) && { language: chance.pick(LANGUAGES) }),
    ...(chance.is(0.5) && { isOld: true }),
    ...(chance.is(0.3) && { hasIbip: true }),
    ...(chance.is(0.7) && { hasMetadata: true }),
  };
};

/** Makes an event of what people do with items. */
const relate = (scene: Scene): Event => {
  const { chance } = scene;
  const [item, other] = [itemIn(scene), itemIn(scene)];
  switch (chance.below(10)) {
    case 0:
    case 1:
      return { kind: 'edition', of: item, next: other };
    case 2:
    case 3:
      return { kind: 'translation', of: item, other, ...(chance.is(0.3) && { isInTwoSteps: true }) };
    case 4:
    case 5:
      return { kind: 'copy', item, to: archiveIn(scene), ...(chance.is(0.4) && { from: archiveIn(scene) }) };
    case 6:
      return { kind: 'transfer', item, to: archiveIn(scene) };
    case 8:
      return { kind: 'alias', item, alias: chance.below(ALIASES), ...(chance.is(0.3) && { isRemoved: true }) };
    case 7:
      return { kind: 'unlink', of: item, which: chance.below(3), ...(chance.is(0.3) && { next: other }) };
    default:
      return chance.is(0.3)
        ? { kind: 'claim', item, at: archiveIn(scene) }
        : { kind: 'remove', item, at: archiveIn(scene) };
  }
};

const happening = (scene: Scene): Event => {
  const { chance } = scene;
  const archive = archiveIn(scene);
  switch (chance.below(12)) {
    case 0:
    case 1:
      return { kind: 'crash', archive, how: chance.pick(['refuses', 'times out'] as const) };
    case 2:
    case 3:
      return { kind: 'recover', archive };
    case 4:
      return { kind: 'include', archive, ...(chance.is(0.3) && { isMoved: true }) };
    case 5:
      return chance.is(0.2) ? { kind: 'revoke', archive } : { kind: 'exclude', archive };
    case 6:
      return { kind: 'spoil', archive, item: itemIn(scene), how: chance.is(0.4) ? undefined : chance.pick(SPOILED) };
    case 7:
      return { kind: 'wait', seconds: chance.pick(PAUSES) };
    case 8:
      scene.items += 1;
      return deposit(scene, scene.items - 1);
    default:
      return relate(scene);
  }
};

const question = (scene: Scene): Question => {
  const { chance } = scene;
  const modifier = chance
    .pick(chance.is(0.3) ? [''] : MODIFIERS)
    .replaceAll('+', () => (chance.is(0.4) ? `+(${chance.pick(LANGUAGES)})` : '+'))
    .replaceAll(':', () => (chance.is(0.3) ? ':(oai_dc)' : ':'));
  return {
    item: itemIn(scene),
    modifier,
    ...(chance.is(0.15) && { of: chance.is(0.8) ? ('metadata' as const) : ('service' as const) }),
    ...(chance.is(0.15) && { byIbip: true }),
    // Everything after the slash of a DOI belongs to the DOI.
    ...(chance.is(0.05)
      ? { byAlias: chance.below(ALIASES) }
      : chance.is(0.12) && { path: chance.pick([...FILES, 'metadata.json', 'nofile']) }),
    ...(chance.is(0.04) && { isFileList: true }),
    ...(chance.is(0.7) && { languages: chance.pick(HEADERS) }),
    ...(chance.is(0.1) && { isOriginal: true }),
  };
};
