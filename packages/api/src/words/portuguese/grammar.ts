import type { FieldProblem, Misfit } from '../../codes/parameters.ts';
import { EXPECTATIONS } from './expectations.ts';

/** Expectations by problem code; for a code that is not here, by the grammar before its slash. */
const EXPECTED: Readonly<Record<string, string>> = {
  ...EXPECTATIONS,
  'ibi/no-slash': 'uma barra: um rótulo como 8JMKD3MGP8W/34PGRBS',
  'ibip/no-separator': 'W (IPv4) ou X (IPv6) após o endereço codificado, ou um grafema (2 a 9, A a U exceto I e O)',
  'ibip/no-suffix': 'uma barra e a data codificada, ou um grafema (2 a 9, A a U exceto I e O)',
  'ibip/address': 'um endereço IP codificado na base 27',
  'ibip/port': 'nada (porta 800) ou outra porta codificada',
  'ibip/date': 'uma data codificada, sem 2 no início',
  'ibip/fraction': 'uma fração que não termine em zero',
  'ibip/trailing': 'o fim, W antes de uma fração, ou um grafema (2 a 9, A a U exceto I e O)',
  ibip: 'um grafema: algarismo de 2 a 9 ou letra de A a U exceto I e O',
  'repository/no-word': 'uma barra após o subdomínio',
  'repository/no-year': 'uma barra e o ano',
  'repository/year': 'um ano de 4 a 8 algarismos',
  'repository/month': 'o mês em dois algarismos, de 01 a 12',
  'repository/day': 'um dia que exista nesse mês, em dois algarismos',
  'repository/hour': 'a hora em dois algarismos, de 00 a 23',
  'repository/minute': 'o minuto em dois algarismos, de 00 a 59',
  'repository/second': 'o segundo em dois algarismos, de 00 a 59',
  'repository/fraction': 'um algarismo da fração de segundo',
  'repository/trailing': 'um ponto ou o fim do rótulo',
  'host/hyphen': 'uma letra ou um algarismo no início e no fim de cada palavra',
  'host/last-word': 'uma letra no início da última palavra do domínio',
  'host/long-word': 'uma palavra de no máximo 63 caracteres',
  host: 'uma letra ou um algarismo',
  port: 'uma porta de 1 a 65535',
  'relation/open-parenthesis': 'um parêntese que feche',
  'relation/unknown-format': 'o formato oai_dc',
  relation: 'uma ordem de modificadores como !+:+ ou +!:+',
  'language/unknown-country': 'um país em maiúsculas, como BR',
  language: 'um idioma em minúsculas, como pt, e talvez um país, como pt-BR',
  verb: 'os verbos GetLastEdition, GetTranslation, GetMetadata ou GetFileList',
  'query/required-status': 'Original',
  query: 'um caractere ASCII ou um escape com porcentagem',
  escape: 'dois algarismos hexadecimais após o sinal de porcentagem',
  'legacy/unknown-letter': 'um rótulo que se possa decodificar',
  'legacy/separator': 'X, Z ou um algarismo da base 53 (2 a 9, a a z exceto l, A a V exceto I e O)',
  'legacy/words': 'no máximo 8 palavras',
  'legacy/leading-zero': 'nenhum 2 no início',
  'legacy/address': 'um endereço IPv4 codificado na base 53',
  'legacy/port': 'nada (porta 80) ou uma porta codificada',
  'legacy/date': 'uma data codificada mais curta',
  legacy: 'um algarismo da base 53: 2 a 9, a a z exceto l, ou A a V exceto I e O',
  'key-pairs': 'a mudança de uma chave, e no máximo 6 delas',
  'log-message/escape': 'uma palavra, com escapes como em uma URL',
  'log-message': 'um número inteiro',
  'statement-request': 'o rótulo de um item e o hash de uma declaração',
  'persistent-url/trailing': 'um modificador (!, + ou :), uma barra, ? ou o fim',
  'persistent-url/path': 'um caminho de arquivo em ASCII, com escapes para o resto',
  'persistent-url': 'uma barra e um IBI',
};

/** Returns what was expected, for readers of Portuguese; in English if the code is of another version. */
export const expectedInPortuguese = ({
  problem,
  expected,
}: Pick<Misfit | FieldProblem, 'problem' | 'expected'>): string => {
  if (problem.endsWith('/too-long')) return 'um texto mais curto';
  return EXPECTED[problem] ?? EXPECTED[problem.slice(0, problem.indexOf('/'))] ?? expected;
};

/** Tells where a text does not fit, and what was expected there. */
export const at = (unfit: Misfit | (Misfit & { readonly text: string })): string => {
  const character = 'text' in unfit ? unfit.text.codePointAt(unfit.position) : undefined;
  const shown = character === undefined ? '' : ` ("${String.fromCodePoint(character)}")`;
  return `no caractere ${unfit.position + 1}${shown} esperava-se ${expectedInPortuguese(unfit)}`;
};
