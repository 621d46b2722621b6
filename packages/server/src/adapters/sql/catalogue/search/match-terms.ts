import type { Condition, SearchPlan } from '@perene/core/search';
import type { SqlDialect, SqlValue } from '../../engine/sql-database.ts';

interface Spelling {
  readonly number: string;
  readonly match: string;
  readonly term: (term: string, isBeginning: boolean) => string;
  readonly all: string;
  readonly any: string;
  readonly not: string;
}

/** How each database has its terms. They have letters, digits and signs of ours only, so that nothing needs an escape. */
const SPELLINGS: Readonly<Record<SqlDialect, Spelling>> = {
  sqlite: {
    number: 'rowid',
    match: 'search_index match ?',
    term: (term, isBeginning) => `"${term}"${isBeginning ? '*' : ''}`,
    all: ' AND ',
    any: ' OR ',
    not: ' NOT ',
  },
  postgres: {
    number: 'number',
    match: 'search_index.words @@ cast(cast(? as text) as tsquery)',
    term: (term, isBeginning) => `'${term}'${isBeginning ? ':*' : ''}`,
    all: ' & ',
    any: ' | ',
    not: ' & !',
  },
};

const writeCondition = (condition: Condition, spelling: Spelling): string => {
  switch (condition.kind) {
    case 'term':
      return spelling.term(condition.term, condition.isBeginning);
    case 'all':
    case 'any':
      return `(${condition.of.map((one) => writeCondition(one, spelling)).join(spelling[condition.kind])})`;
    case 'but':
      return `(${writeCondition(condition.of, spelling)}${spelling.not}(${writeCondition(condition.not, spelling)}))`;
  }
};

/** Part of a statement, and the values of its question marks. */
export interface SqlPart {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** Selects the numbers of items that meet the condition; more conditions on `f`, their facts, may follow. */
export const selectMatching = (
  condition: Condition,
  { phrases }: Pick<SearchPlan, 'phrases'>,
  dialect: SqlDialect,
): SqlPart & { readonly number: string } => {
  const spelling = SPELLINGS[dialect];
  const number = `search_index.${spelling.number}`;
  const inOrder = phrases.map(({ field, text, isExcluded }) => ({
    text: ` and ${isExcluded ? 'not ' : ''}exists (select 1 from search_index_texts t where t.number = ${number}
      and t.words like ?${field === undefined ? '' : ' and t.field = ?'})`,
    values: [`%${text}%`, ...(field === undefined ? [] : [field])],
  }));
  return {
    number,
    // The order of tables is that of reading: first the terms, then the facts of what they find.
    text: `select ${number} as number from search_index cross join search_index_facts f
      where ${spelling.match} and f.number = ${number}${inOrder.map(({ text }) => text).join('')}`,
    values: [writeCondition(condition, spelling), ...inOrder.flatMap(({ values }) => values)],
  };
};
