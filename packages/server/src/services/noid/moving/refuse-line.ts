import { Refusal } from '../../../refusals/refusal.ts';

const MAX_SHOWN_LENGTH = 1_000;

/** One line for a person, whatever was in the file. */
export const showLine = (text: string): string => {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ');
  return line.length > MAX_SHOWN_LENGTH ? `${line.slice(0, MAX_SHOWN_LENGTH)}...` : line;
};

export const refuseLine = (line: number, problem: string): Refusal =>
  new Refusal('record-invalid', `line ${line}: ${showLine(problem).replace(/\.$/, '')}; nothing was imported.`);

/** What is refused within names the line. */
export const onLine = <Result>(line: number, work: () => Result): Result => {
  try {
    return work();
  } catch (error) {
    throw error instanceof Refusal ? refuseLine(line, error.message) : error;
  }
};
