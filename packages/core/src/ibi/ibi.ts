import type { Answer } from '../parsing/answer.ts';
import { refuse } from '../parsing/answer.ts';
import { type Ibip, parseIbip } from './ibip.ts';
import { parseRepositoryName, type RepositoryName } from './repository-name.ts';

/** An Internet Based Identifier, in either of its two forms. */
export type Ibi = RepositoryName | Ibip;

/** One slash makes an IBIp, three a repository name. */
export const parseIbi = (text: string): Answer<Ibi> => {
  const slash = text.indexOf('/');
  if (slash < 0) {
    return refuse(
      'ibi/no-slash',
      text.length,
      'a label such as 8JMKD3MGP8W/34PGRBS or example.org/www/2009/02.16.17.46',
    );
  }
  return text.includes('/', slash + 1) || text.lastIndexOf('.', slash) >= 0
    ? parseRepositoryName(text)
    : parseIbip(text);
};

/** Labels are compared without regard to case, and otherwise to the letter. */
export const isSameIbi = (one: Ibi, other: Ibi): boolean => one.text === other.text;
