import { expectedInPortuguese } from '@perene/api/words';
import type { Texts } from './texts.ts';

export const portuguese: Texts = {
  valid: 'Bem formado',
  words: 'Palavras',
  ark: 'Um ARK',
  alias: 'Um DOI, Handle ou URN',
  aliasLeads: 'Leva ao item que o tem como outro identificador (alias).',
  leads: {
    open: 'Abrir a página do item',
    resolve: 'Resolver',
    describe: 'Ver o que se diz dele',
    search: (text) => `Buscar itens com “${text}”`,
    searchAnyhow: 'Buscar itens com isto',
  },
  undecodable:
    'Não se pode decodificá-lo: tem uma letra cujo algarismo ninguém publicou. Só leva a um item que o tenha como outro identificador (alias).',
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
    legacy: 'Rótulo anterior à RTC-10',
    legacyNote: 'nele maiúsculas e minúsculas contam; foi decodificado no rótulo acima',
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
    'slashes-removed': 'as barras antes do rótulo foram descartadas',
    'old-address-read': 'o endereço de um arquivo ou de um programa da URLib foi lido como o seu item',
    'fragment-removed': 'o que vem depois de # foi descartado',
    'marker-removed': 'o marcador antes do rótulo foi descartado',
    'type-code-removed': 'o código de tipo impresso foi descartado',
    'legacy-label-decoded': 'o rótulo anterior à RTC-10 foi decodificado',
    'format-passed-on': 'BibINPE foi lido como pedido de como citar o item',
    'question-marks-read-as-metadata': '?? foi lido como pedido de metadados',
    'final-slash-removed': 'a barra no fim foi descartada',
  },
  atCharacter: (position) => `Caractere ${position}`,
  atEnd: 'No fim',
  expected: (refused) => `esperava-se ${expectedInPortuguese(refused)}.`,
};
