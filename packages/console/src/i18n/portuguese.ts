import type { Refused } from '@perene/core';
import type { Texts } from './texts.ts';

/** What was expected, by problem code; where a code is not here, by the grammar before its slash. */
const EXPECTED: Readonly<Record<string, string>> = {
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
  'persistent-url/trailing': 'um modificador (!, + ou :), uma barra, ? ou o fim',
  'persistent-url/path': 'um caminho de arquivo em ASCII, com escapes para o resto',
  'persistent-url': 'uma barra e um IBI',
};

const TOO_LONG = 'um texto mais curto';

const describeExpected = ({ problem, expected }: Refused): string => {
  if (problem.endsWith('/too-long')) return TOO_LONG;
  return EXPECTED[problem] ?? EXPECTED[problem.slice(0, problem.indexOf('/'))] ?? expected;
};

export const portuguese: Texts = {
  valid: 'Bem formado',
  words: 'Palavras',
  ark: 'Um ARK',
  leads: {
    open: 'Abrir a página do item',
    resolve: 'Resolver',
    describe: 'Ver o que se diz dele',
    search: (text) => `Buscar itens com “${text}”`,
    searchAnyhow: 'Buscar itens com isto',
  },
  invalid: 'Isto não é um rótulo, nem uma URL persistente',
  parts: {
    subdomain: 'subdomínio',
    word: 'computador',
    port: 'porta',
    date: 'momento da geração',
    address: 'endereço IP codificado',
    version: { W: 'IPv4', X: 'IPv6' },
  },
  facts: {
    form: 'Forma',
    repository: 'nome de repositório',
    ibip: 'IBIp, a forma opaca',
    host: 'Gerado por',
    ip: 'Gerado no endereço',
    port: 'porta',
    time: 'Gerado no instante',
    posix: 'segundos desde 1970',
    canonical: 'Grafia canônica',
    asksFor: 'Pede',
    file: 'Arquivo',
    query: 'Repassa',
    alternative: 'Se desconhecido, tente',
    changes: 'Ajustes feitos',
  },
  relation: {
    item: ['o item', 'do item'],
    lastEdition: ['a última edição', 'da última edição'],
    translation: (language) =>
      language === undefined
        ? ['a tradução para o seu idioma', 'da tradução para o seu idioma']
        : [`a tradução para ${language}`, `da tradução para ${language}`],
    metadata: (format) =>
      format === undefined
        ? ['os metadados', 'dos metadados']
        : [`os metadados em ${format}`, `dos metadados em ${format}`],
    fileList: ['a lista de arquivos', 'da lista de arquivos'],
    original: ['o original', 'do original'],
  },
  changes: {
    'blanks-removed': 'os espaços em volta foram descartados',
    'address-removed': 'o endereço do resolvedor foi descartado',
    'fragment-removed': 'o que vem depois de # foi descartado',
    'marker-removed': 'o marcador antes do rótulo foi descartado',
    'type-code-removed': 'o código de tipo impresso foi descartado',
    'question-marks-read-as-metadata': '?? foi lido como pedido de metadados',
    'final-slash-removed': 'a barra no fim foi descartada',
  },
  atCharacter: (position) => `Caractere ${position}`,
  atEnd: 'No fim',
  expected: (refused) => `esperava-se ${describeExpected(refused)}.`,
};
