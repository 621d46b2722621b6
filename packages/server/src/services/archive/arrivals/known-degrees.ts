const LEVELS: readonly (readonly [RegExp, string])[] = [
  [/post-?doc|p[oó]s-?doc/i, 'postdoctorate'],
  [/doctor|doutor|ph\.?\s?d/i, 'doctorate'],
  [/master|mestr/i, 'master'],
  [/bachelor|bacharel|gradua|undergrad/i, 'bachelor'],
];

/** Reads the level of a degree as other repositories write it: `Doutorado`, `Master of Science`. */
export const knownDegree = (text: string): string | undefined => LEVELS.find(([pattern]) => pattern.test(text))?.[1];
