import { misfit, refuse } from '@perene/api/refusals';
import { type Alias, parseAlias, parseNewAlias } from '@perene/core/item';

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
