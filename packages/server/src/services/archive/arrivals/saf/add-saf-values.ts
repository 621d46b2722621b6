import type { FieldGathering } from '../gather-fields.ts';
import { knownDegree } from '../known-degrees.ts';
import { addSafValue, type SafValue } from './saf-metadata.ts';

const DEGREE = /^(?:thesis|dc|etd)\.degree\.(name|level|discipline|program|grantor)$/i;
/** A degree is one value with its level, discipline and grantor, where DSpace has a field for each. */
const addDegree = (gathering: FieldGathering, values: readonly SafValue[]): readonly SafValue[] => {
  const parts = new Map<string, string[]>();
  for (const value of values) {
    const part = partOf(value);
    if (part !== '') parts.set(part, [...(parts.get(part) ?? []), value.text]);
  }
  const [name] = parts.get('name') ?? [];
  // Several of one kind belong to several degrees, and nobody says which to which.
  if (name === undefined || [...parts.values()].some(({ length }) => length > 1)) return values;
  const [level] = parts.get('level') ?? [];
  const known = knownDegree(level ?? name);
  const discipline = parts.get('discipline')?.[0] ?? parts.get('program')?.[0];
  const degree = { value: name, level: known, discipline, grantor: parts.get('grantor')?.[0] };
  const own = values.find((value) => partOf(value) === 'name');
  gathering.add([['degree', degree]], [own?.name ?? '', { value: name }]);
  const isFit = gathering.fields['degree'] !== undefined;
  // The level in its own words, and the programme beside the discipline, stay under their names.
  const isTaken = (part: string): boolean =>
    part === 'name' ||
    (isFit && (part === 'grantor' || part === 'discipline' || (part === 'program' && !parts.has('discipline'))));
  return values.filter((value) => !isTaken(partOf(value)));
};

const partOf = ({ name }: SafValue): string => DEGREE.exec(name)?.[1]?.toLowerCase() ?? '';

/** Adds all values of an item. */
export const addSafValues = (gathering: FieldGathering, values: readonly SafValue[]): void => {
  for (const value of addDegree(gathering, values)) addSafValue(gathering, value);
};
