import type { ReadReservation } from '@perene/core/federation';
import type { IncludedArchive } from '../../members/member-directory.ts';
import type { HeardList, ReservedThere } from '../ask-archives.ts';
import { RANKS } from '../rank-answers.ts';

/** What Archives say of a label that they keep for an item to come, and how much it counts beside other answers. */
export class Reservations {
  readonly all: ReservedThere[] = [];
  #rank = Number.POSITIVE_INFINITY;

  add({ address, service }: IncludedArchive, reservation: ReadReservation, rank: number): void {
    this.all.push({ archive: { address, service }, ...reservation });
    this.#rank = Math.min(this.#rank, rank);
  }

  get services(): readonly string[] {
    return this.all.map(({ archive }) => archive.service);
  }

  /** A label that is reserved is nobody else's, whatever Archives with less right to it answer. */
  outweigh({ archive, list, judgement }: HeardList, rankAs: (state: string) => number): boolean {
    const state = list.related.get('')?.state ?? 'Original';
    if (state !== 'Deleted') return this.#rank < rankAs(state);
    return this.#rank <= (judgement?.holder === archive.service ? RANKS.logged : rankAs('Original'));
  }
}
