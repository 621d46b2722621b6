import { Refusal, type RefusalParameters, refuse, type Said } from '@perene/api/refusals';

/** Nothing of a file is imported if one line of it is refused. */
export const refuseLine = (line: number, problem: RefusalParameters['record-invalid']): Refusal =>
  within(line, refuse('record-invalid', problem));

const within = (line: number, said: Said): Refusal => refuse('record-invalid', { reason: 'on-line', line, said });

/** Runs `work`, and adds the number of the line to its refusals. */
export const onLine = <Result>(line: number, work: () => Result): Result => {
  try {
    return work();
  } catch (error) {
    throw error instanceof Refusal ? within(line, error) : error;
  }
};
