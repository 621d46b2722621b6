import { Refusal } from '@perene/api/refusals';
import { formatStatementRequest, MAX_STATEMENTS, parseLogAnswer, STATEMENT } from '@perene/core/federation';
import { type Claim, hashStatement, parseSigned, type Signed, type Transfer } from '@perene/core/trust';
import type { Signatures } from '../../../../ports/system/signatures.ts';
import type { IncludedArchive } from '../../members/member-directory.ts';

/** Sends a message to a member, and returns the text of its answer. */
export type AskMember = (archive: IncludedArchive, query: string) => Promise<string>;

type Said = Claim | Transfer;

/** Asks an Archive for the statements that its claim follows, as far back as it has them; the earliest comes first. */
export type FindChain = (archive: IncludedArchive, claim: Claim) => Promise<readonly Signed<Said>[]>;

export const createChainFinder =
  ({
    ask,
    signatures,
  }: {
    readonly ask: AskMember;
    readonly signatures: Pick<Signatures, 'isValid' | 'sha256'>;
  }): FindChain =>
  async (archive, claim) => {
    const label = claim.repository ?? claim.ibip;
    if (claim.previous === undefined || label === undefined) return [];
    const texts = await askFor(ask, archive, formatStatementRequest({ ibi: { text: label }, hash: claim.previous }));
    const chain: Signed<Said>[] = [];
    let wanted: Said['previous'] = claim.previous;
    for (const text of texts.slice(0, MAX_STATEMENTS)) {
      const signed = parseSigned(text);
      if (!signed.ok || !isSaid(signed.value)) break;
      const { statement } = signed.value;
      if (statement.repository !== claim.repository) break;
      if (hashStatement(statement, signatures.sha256) !== wanted || !signatures.isValid(signed.value)) break;
      chain.unshift(signed.value);
      wanted = statement.previous;
      // What another Archive said before it handed the original over is for that Archive to tell.
      if (statement.archiveService !== claim.archiveService) break;
    }
    return chain;
  };

const isSaid = (signed: Signed): signed is Signed<Said> =>
  signed.statement.kind === 'claim' || signed.statement.kind === 'transfer';

/** An Archive that does not answer, or does not know the message, leaves a gap. */
const askFor = async (ask: AskMember, archive: IncludedArchive, query: string): Promise<readonly string[]> => {
  try {
    const answer = parseLogAnswer(await ask(archive, query));
    return answer.ok ? answer.value(STATEMENT) : [];
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
};
