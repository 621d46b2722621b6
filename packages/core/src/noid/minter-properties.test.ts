import { expect, it } from 'vitest';
import { type MinterTerm, minterProperties } from './minter-properties.ts';
import { parseTemplate } from './template/template.ts';

const propertiesOf = (text: string, term: MinterTerm, naan: string, bindsAnything = false): string => {
  const template = parseTemplate(text);
  if (!template.ok) throw new Error(text);
  return minterProperties(template.value, { term, naan, bindsAnything });
};

it.each([
  ['bc4.reedeedk', 'long', '13030', 'GRANITE'],
  ['bc.reedeedk', 'long', '13030', 'GR-NITE'],
  ['f.reedk', 'medium', '', '-R--ITE'],
  ['f.redek', 'medium', '', '-RA-ITE'],
  ['f.redek', 'long', '00000', '-RANITE'],
  ['ab.rdd', 'short', '12345', 'GRA-I--'],
  ['y.sd', 'short', '', '--A-I--'],
  ['.zd', 'medium', '', '--A-I-E'],
  ['.ze', 'medium', '', '----I-E'],
  ['.zi', 'medium', '', '--A-I-E'],
  ['a-b.sd', 'medium', '', '--A----'],
  ['.rxx', 'medium', '', '-RA-I--'],
  ['.rvdv', 'medium', '', '-RA-I--'],
  ['bcd.sd', 'medium', '', '----I-E'],
] as const)('%s, %s term, NAAN "%s": %s', (template, term, naan, properties) => {
  expect(propertiesOf(template, term, naan)).toBe(properties);
});

it('a minter that binds anything promises little', () => {
  expect(propertiesOf('.zd', 'medium', '', true)).toBe('------E');
  expect(propertiesOf('-', 'long', '12345', true)).toBe('G--N--E');
});
