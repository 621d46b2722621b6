import type { Refused } from '@perene/core';
import type { Texts } from './texts.ts';

/** What a grammar expected, by the part of the problem's code before its slash. */
const EXPECTED: Readonly<Record<string, string>> = {
  ibi: 'um rótulo como 8JMKD3MGP8W/34PGRBS ou example.org/www/2009/02.16.17.46',
  ibip: 'os grafemas de um IBIp: algarismos de 2 a 9 e letras de A a U menos I e O; W ou X após o endereço; uma barra antes da data',
  repository: 'a data de um nome de repositório: ano/mês.dia.hora.minuto, com segundo e fração opcionais',
  host: 'um nome de domínio completo: palavras de letras, algarismos e hifens, separadas por pontos',
  port: 'uma porta de 1 a 65535',
  relation: 'modificadores em uma ordem como !+:+ ou +!:+, com parâmetros como +(pt-BR) ou :(oai_dc)',
  language: 'um idioma em minúsculas, como pt, e talvez um país em maiúsculas, como pt-BR',
  verb: 'os verbos GetLastEdition, GetTranslation, GetMetadata ou GetFileList',
  query: 'pares nome=valor em ASCII; ibiurl.requireditemstatus só pode ser Original',
  escape: 'dois algarismos hexadecimais após o sinal de porcentagem',
  'persistent-url': 'um IBI e, depois dele, um modificador (!, +, :), uma barra, um ponto de interrogação ou o fim',
};

export const portuguese: Texts = {
  tagline: 'Identificadores que duram.',
  introduction:
    'Cole um rótulo ou uma URL persistente. Tudo o que ele diz por si só é lido aqui, em seu navegador; nada é enviado a lugar algum.',
  input: 'Rótulo ou URL persistente',
  placeholder: 'por exemplo 8JMKD3MGP8W/34PGRBS',
  examples: 'Experimente:',
  otherLanguage: 'English',
  valid: 'Um rótulo bem formado',
  invalid: 'Isto não é um rótulo, nem uma URL persistente',
  parts: {
    subdomain: 'subdomínio',
    word: 'computador',
    port: 'porta',
    date: 'momento da geração',
    address: 'endereço IP codificado',
    version: { W: 'IPv4', X: 'IPv6' },
    modifier: 'modificador',
    path: 'arquivo',
    query: 'pergunta',
  },
  facts: {
    form: 'Forma',
    repository: 'nome de repositório',
    ibip: 'IBIp, a forma opaca',
    host: 'Gerado por',
    ip: 'Gerado em',
    port: 'porta',
    time: 'Gerado no instante',
    posix: 'segundos desde 1970',
    canonical: 'Grafia canônica',
    asksFor: 'Pede',
    file: 'Arquivo',
    alternative: 'Se desconhecido, tente',
    changes: 'Lido com tolerância',
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
    'fragment-removed': 'o que segue # foi descartado',
    'marker-removed': 'o marcador antes do rótulo foi descartado',
    'type-code-removed': 'o código de tipo impresso foi descartado',
    'question-marks-read-as-metadata': '?? foi lido como pedido de metadados',
    'final-slash-removed': 'a barra no fim foi descartada',
  },
  atCharacter: (position) => `Caractere ${position}`,
  atEnd: 'No fim',
  expected: ({ problem, expected }: Refused) =>
    `esperado: ${EXPECTED[problem.slice(0, problem.indexOf('/'))] ?? expected}.`,
};
