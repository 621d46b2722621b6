import { Refusal, refuse } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import { formatAliasRequest, labelOf, parseAliasAnswer } from '@perene/core/federation';
import type { Alias } from '@perene/core/item';
import type { CatalogueItem } from '../../../ports/archive/catalogue.ts';
import { checkAlias } from './check-aliases.ts';

/**
 * The living item that carries an alias, by the resolver. Undefined if there is none; `silent` if the resolver does not
 * say.
 */
export type FindCarrier = (alias: Alias) => Promise<Label | 'silent' | undefined>;

/** Asks resolvers in turn, by the message that Archives know, too. */
export const createCarrierFinder =
  (resolvers: readonly ((query: string) => Promise<string | undefined>)[]): FindCarrier =>
  async (alias) => {
    let isSilent = false;
    for (const ask of resolvers) {
      const text = await ask(formatAliasRequest(alias)).catch((error: unknown) => {
        if (error instanceof Refusal) return undefined;
        throw error;
      });
      const answer = text === undefined ? undefined : parseAliasAnswer(text);
      if (answer?.ok && answer.value !== undefined && answer.value.state !== 'Deleted') {
        return labelOf(answer.value.ibi).text;
      }
      isSilent ||= !answer?.ok;
    }
    return isSilent ? 'silent' : undefined;
  };

/**
 * Refuses an alias that an item elsewhere carries. A resolver that is silent blocks no edit: the first that it does not
 * answer for ends the asking.
 */
export const refuseCarried = async (
  findCarrier: FindCarrier,
  { repository, ibips }: Pick<CatalogueItem, 'repository' | 'ibips'>,
  aliases: readonly string[],
): Promise<void> => {
  for (const alias of aliases.map(checkAlias)) {
    const carrier = await findCarrier(alias);
    if (carrier === 'silent') return;
    if (carrier === undefined || carrier === repository || ibips.some((ibip) => ibip === carrier)) continue;
    throw refuse('alias-taken', { reason: 'elsewhere', alias: alias.text, label: carrier });
  }
};
