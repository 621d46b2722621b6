import { Refusal } from '@perene/api/refusals';
import { happen, ibipFor, labelsFor } from './happen.ts';
import { aliasOf, type Harness } from './harness.ts';
import type { Event } from './script.ts';
import { type ArchiveTruth, holderOfOriginal, labelOf, linkToCut, sourceOf, type World } from './truth.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface Scene {
  readonly world: World;
  readonly harness: Harness;
  readonly time: VirtualTime;
}

/** The moment at which everything begins. */
export const START_MS = Date.UTC(2026, 0, 1);
const MOMENT_MS = 2_000;

/** An event that the product refuses does not happen in the truth either. */
export const letHappen = async (
  { world, harness, time }: Scene,
  event: Exclude<Event, { kind: 'ask' }>,
): Promise<boolean> => {
  const now = START_MS + time.now();
  try {
    const isBefore = event.kind !== 'include';
    if (isBefore) await carryOut({ world, harness, time }, event, now);
    happen(world, event, now);
    if (!isBefore) await carryOut({ world, harness, time }, event, now);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
};

const carryOut = async ({ world, harness, time }: Scene, event: Event, now: number): Promise<void> => {
  const holderOf = (item: number): ArchiveTruth | undefined => holderOfOriginal(world, labelOf(world, item));
  /** An Archive out of reach acknowledges nothing before its lease is over. */
  const settle = async (work: Promise<unknown> | undefined): Promise<void> => {
    if (work !== undefined) await time.until(work);
  };
  const oursAt = (archive: ArchiveTruth | undefined) => (archive ? harness.ours.get(archive.number) : undefined);
  switch (event.kind) {
    case 'deposit': {
      const [label, metadata] = labelsFor(event, now);
      const ibip = event.hasIbip ? ibipFor(event.item) : undefined;
      const { language, files: paths } = event;
      await settle(harness.ours.get(event.at)?.deposit({ label, metadata, ibip }, { language, paths }));
      return;
    }
    case 'edition': {
      await settle(
        oursAt(holderOf(event.of))?.link(labelOf(world, event.of), { nextEdition: labelOf(world, event.next) }),
      );
      return;
    }
    case 'translation': {
      const { label = '', language = '' } = world.items.get(event.other) ?? {};
      const holder = oursAt(holderOf(event.of));
      if (event.isInTwoSteps) await settle(holder?.link(labelOf(world, event.of), { translationOf: label }));
      await settle(holder?.link(labelOf(world, event.of), { translations: { [language]: label } }));
      return;
    }
    case 'alias': {
      const aliases = [aliasOf(event.alias)];
      const change = event.isRemoved ? { removeAliases: aliases } : { addAliases: aliases };
      await settle(oursAt(holderOf(event.item))?.link(labelOf(world, event.item), change));
      return;
    }
    case 'unlink': {
      const { holder, label = '', other = '' } = linkToCut(world, event) ?? {};
      const nextEdition = event.next === undefined ? undefined : labelOf(world, event.next);
      await settle(oursAt(holder)?.link(label, { unlink: [other], ...(nextEdition && { nextEdition }) }));
      return;
    }
    case 'remove':
      await settle(harness.ours.get(event.at)?.remove(labelOf(world, event.item)));
      return;
    case 'copy':
    case 'transfer': {
      const source = event.kind === 'copy' ? sourceOf(world, event) : holderOf(event.item);
      const [from, to] = [oursAt(source), harness.ours.get(event.to)];
      if (from === undefined || to === undefined) return;
      if (event.kind === 'copy') await settle(to.copy(labelOf(world, event.item), from.publicUrl));
      else await settle(from.transfer(labelOf(world, event.item), to.publicUrl));
      return;
    }
    case 'exclude':
    case 'revoke':
      // Messages that are under way come first.
      await time.pass(MOMENT_MS);
      await harness[event.kind](world.archives[event.archive] as ArchiveTruth);
      return;
    case 'include': {
      const archive = world.archives[event.archive] as ArchiveTruth;
      if (event.isMoved && archive.kind === 'ours') await harness.move(archive);
      await harness.include(archive);
      if (archive.down === undefined) harness.network.failures.delete(archive.number);
      return;
    }
    case 'stop':
    case 'start':
      await harness[event.kind]();
      return;
    case 'wait':
      await time.pass(event.seconds * 1_000);
      return;
    default:
      return;
  }
};
