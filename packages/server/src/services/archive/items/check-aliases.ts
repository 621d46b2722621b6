import { misfit, Refusal, refuse } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import {
  type AliasAnnouncer,
  formatAliasRequest,
  labelOf,
  parseAliasAnnouncers,
  parseAliasAnswer,
} from '@perene/core/federation';
import { type Alias, parseAlias, parseNewAlias } from '@perene/core/item';
import type { CatalogueItem } from '../../../ports/archive/catalogue.ts';

/** Whether a minter of this node knows the name. */
export type IsMinted = (alias: Alias) => Promise<boolean>;

const MAX_ALIASES = 1_000;

/** Parses an alias; refuses any other text. */
export const checkAlias = (text: string): Alias => checkBy(parseAlias, text);

const checkBy = (parse: typeof parseAlias, text: string): Alias => {
  const alias = parse(text);
  if (alias.ok) return alias.value;
  throw refuse('alias-invalid', { reason: 'unfit', text: text.slice(0, 200), ...misfit(alias) });
};

/** Returns each alias once, even if it was given in several spellings. */
export const checkAliases = (texts: readonly string[], parse = parseAlias): readonly string[] => {
  if (texts.length > MAX_ALIASES) throw refuse('alias-invalid', { reason: 'too-many', max: MAX_ALIASES });
  return [...new Map(texts.map((given) => checkBy(parse, given)).map(({ key, text }) => [key, text])).values()];
};

/** The same for aliases that the item does not have yet. */
export const checkNewAliases = (texts: readonly string[]): readonly string[] => checkAliases(texts, parseNewAlias);

/** Refuses a name that a minter of this node has issued, or that is bound in it. */
export const refuseMinted = async (isMinted: IsMinted, aliases: readonly string[]): Promise<void> => {
  for (const alias of aliases.map(checkAlias)) {
    if (!(await isMinted(alias))) continue;
    throw refuse('alias-minted', { reason: 'minted', alias: alias.text });
  }
};

/**
 * The living item that carries an alias, by the resolver. Undefined if there is none; an Archive that has announced the
 * alias for another item than this, and is silent; `unsure` if the resolver cannot say, and `silent` if it does not
 * answer.
 */
export type FindCarrier = (
  alias: Alias,
  item: Label,
) => Promise<Label | AliasAnnouncer<string> | 'unsure' | 'silent' | undefined>;

/** Asks resolvers in turn, by the message that Archives know, too. */
export const createCarrierFinder =
  (
    resolvers: readonly ((query: string) => Promise<string | undefined>)[],
    ownService: () => Promise<Label>,
  ): FindCarrier =>
  async (alias, item) => {
    let [isAnswered, isUnsure] = [false, false];
    const announcers: AliasAnnouncer<string>[] = [];
    for (const ask of resolvers) {
      const text = await ask(formatAliasRequest(alias, item)).catch((error: unknown) => {
        if (error instanceof Refusal) return undefined;
        throw error;
      });
      const answer = text === undefined ? undefined : parseAliasAnswer(text);
      if (answer?.ok && answer.value !== undefined && answer.value.state !== 'Deleted') {
        return labelOf(answer.value.ibi).text;
      }
      if (text !== undefined) announcers.push(...parseAliasAnnouncers(text));
      isAnswered ||= text !== undefined;
      isUnsure ||= !answer?.ok;
    }
    // A command may run while the server of this node does not: its own catalogue says what this Archive has.
    const own = announcers.length === 0 ? undefined : await ownService();
    const announcer = announcers.find(({ service }) => service !== own);
    if (announcer !== undefined) return announcer;
    if (!isUnsure) return undefined;
    return isAnswered ? 'unsure' : 'silent';
  };

/** Asks no more for the rest of a long work once the resolver does not answer. */
export const untilSilent = (findCarrier: FindCarrier): FindCarrier => {
  let isSilent = false;
  return async (alias, item) => {
    const carrier = isSilent ? 'silent' : await findCarrier(alias, item);
    isSilent ||= carrier === 'silent';
    return carrier;
  };
};

const ASKED_AT_ONCE = 32;

/**
 * Refuses an alias that an item elsewhere carries, or that a silent Archive has announced. A resolver that is silent
 * blocks no edit. Each alias is asked for, because it may be unsure of many and know the next; the asking ends where it
 * does not answer at all.
 */
export const refuseCarried = async (
  findCarrier: FindCarrier,
  { repository, ibips }: Pick<CatalogueItem, 'repository' | 'ibips'>,
  aliases: readonly string[],
): Promise<void> => {
  const all = aliases.map(checkAlias);
  for (let asked = 0; asked < all.length; asked += ASKED_AT_ONCE) {
    const some = all.slice(asked, asked + ASKED_AT_ONCE);
    const carriers = await Promise.all(some.map((alias) => findCarrier(alias, repository)));
    for (const [index, carrier] of carriers.entries()) {
      const isFree = carrier === undefined || carrier === 'silent' || carrier === 'unsure';
      if (isFree || carrier === repository || ibips.some((ibip) => ibip === carrier)) continue;
      const alias = some[index]?.text ?? '';
      if (typeof carrier === 'string') throw refuse('alias-taken', { reason: 'elsewhere', alias, label: carrier });
      throw refuse('alias-taken', { reason: 'announced', alias, ...carrier });
    }
    if (carriers.every((carrier) => carrier === 'silent')) return;
  }
};
