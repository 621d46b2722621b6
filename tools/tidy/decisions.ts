import type { SourceFile } from './tidy.ts';

const REFERENCE = /\bdecisions? (\d+(?:(?:, | and |, and | to |-)\d+)*)/gi;
const RANGE = /(\d+)(?:-| to )(\d+)/g;

/** Returns all numbers that a text refers to: "decision 9", "decisions 35, 40 and 41", "decisions 12-22 and 40-48". */
const referredTo = (text: string): readonly number[] =>
  [...text.matchAll(REFERENCE)].flatMap(([, numbers = '']) => [
    ...[...numbers.matchAll(/\d+/g)].map(Number),
    ...[...numbers.matchAll(RANGE)].flatMap(([, first, last]) =>
      Array.from({ length: Math.max(0, Number(last) - Number(first)) }, (_, index) => Number(first) + index),
    ),
  ]);

/**
 * Finds references such as "decision 9" to entries that docs/decisions.md does not have, and entries that it has twice.
 */
export const findDecisionProblems = (list: string, files: readonly SourceFile[]): readonly string[] => {
  const numbers = [...list.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
  const repeated = numbers.filter((number, index) => numbers.indexOf(number) !== index);
  return [
    ...repeated.map((number) => `docs/decisions.md: has decision ${number} twice`),
    ...files.flatMap(({ path, text }) =>
      [...new Set(referredTo(text))]
        .filter((number) => !numbers.includes(number))
        .map((number) => `${path}: refers to decision ${number}, which docs/decisions.md does not have`),
    ),
  ];
};
