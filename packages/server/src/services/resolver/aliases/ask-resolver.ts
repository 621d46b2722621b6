import { Refusal } from '@perene/api/refusals';
import { formatAliasRequest, parseAliasAnswer } from '@perene/core/federation';
import { type Alias, aliasLabel, readAliasTarget } from '@perene/core/item';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { Messenger } from '../../../ports/federation/messenger.ts';

/** A reader who waited so long is sent to the resolver, which can tell why it takes longer. */
const DEADLINE_MS = 2_000;

/**
 * Finds out whether an item may carry an alias that a path names: one of this node, or one that the resolver of this node
 * knows. Returns false only if the resolver says that there is none, or does not know aliases.
 */
export const createAliasQuestions = ({
  catalogue,
  messenger,
  resolverUrl,
}: {
  readonly catalogue: Pick<Catalogue, 'find'>;
  readonly messenger: Pick<Messenger, 'sendToResolver'>;
  readonly resolverUrl: string;
}): ((target: string) => Promise<boolean>) => {
  const mayResolverKnow = async (alias: Alias): Promise<boolean> => {
    const limits = { deadlineMs: DEADLINE_MS };
    try {
      const answer = parseAliasAnswer(await messenger.sendToResolver(resolverUrl, formatAliasRequest(alias), limits));
      return answer.ok && answer.value !== undefined;
    } catch (error) {
      if (error instanceof Refusal) return error.code === 'peer-unreachable';
      throw error;
    }
  };
  return async (target) => {
    for (const { alias } of readAliasTarget(target)) {
      const isHere = (await catalogue.find(aliasLabel(alias))) !== undefined;
      if (isHere || (await mayResolverKnow(alias))) return true;
    }
    return false;
  };
};
