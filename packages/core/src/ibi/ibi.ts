import type { Answer } from '../parsing/answer.ts';
import { refuse } from '../parsing/answer.ts';
import { type Ibip, parseIbip } from './ibip.ts';
import { parseRepositoryName, type RepositoryName } from './repository-name.ts';

/** An Internet Based Identifier, in either of its two forms. */
export type Ibi = RepositoryName | Ibip;

/** A text with a point before the first slash, or with three slashes, is read as a repository name. */
export const parseIbi = (text: string): Answer<Ibi> => {
  const slash = text.indexOf('/');
  if (slash < 0) {
    return refuse('ibi/no-slash', text.length, 'a slash: a label such as 8JMKD3MGP8W/34PGRBS');
  }
  const isRepositoryName = text.lastIndexOf('.', slash) >= 0 || text.split('/', 4).length === 4;
  return isRepositoryName ? parseRepositoryName(text) : parseIbip(text);
};

/** Labels are compared without regard to case; otherwise every character counts. */
export const isSameIbi = (one: Ibi, other: Ibi): boolean => one.text === other.text;
