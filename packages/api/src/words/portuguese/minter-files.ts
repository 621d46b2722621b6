import type { FieldKind, MinterFileProblem, SequenceProblem } from '../../codes/minter-refusals.ts';
import type { SentenceOf } from '../sentence.ts';

const KINDS: Readonly<Record<FieldKind, string>> = {
  object: 'é um objeto',
  'not-empty': 'não é vazio',
  'whole-number': 'é um número inteiro, 0 ou mais',
  'whole-numbers': 'é uma lista de números inteiros',
  boolean: 'é true ou false',
  value: 'é um texto ou {"base64": ...}',
};

const TWICE = { id: '', note: 'a nota ', day: 'o dia ' } as const;

const misfitOf = (problem: SequenceProblem): string => {
  switch (problem.reason) {
    case 'issued':
      return `${problem.issued} identificadores foram emitidos, e o modelo não tem mais que ${problem.total}`;
    case 'only-random':
      return 'só uma ordem aleatória tem contadores';
    case 'count':
      return `o modelo tem ${problem.count} contadores, não ${problem.found}`;
    case 'beyond':
      return `o contador ${problem.counter} termina em ${problem.end}, e está em ${problem.value}`;
    case 'sum':
      return `os contadores somados não dão ${problem.issued}, o número dos emitidos`;
    case 'lists':
      return 'cada contador está uma vez entre os ativos ou os cheios';
    case 'wrong-list':
      return `o contador ${problem.counter} está na lista errada`;
    case 'order':
      return 'os contadores ativos não estão em ordem';
  }
};

export const MINTER_FILES: SentenceOf<MinterFileProblem> = {
  'on-line': ({ line, said }, say) => `linha ${line}: ${say(said)}; nada foi importado`,
  empty: 'não há nada a importar: o arquivo está vazio',
  binary:
    'isto parece um arquivo binário do Berkeley DB: faça antes dele um texto com `db_dump -p NOID/noid.bdb`, e importe esse texto',
  neither:
    'isto não é um cunhador exportado nem um dump: se é um cunhador antigo, faça antes dele um texto com `db_dump -p NOID/noid.bdb`, e importe esse texto',
  format: ({ format }) => `"format" é "${format}" em um cunhador exportado`,
  version: ({ version }) => `"version" é ${version}; um Perene mais novo talvez leia este arquivo`,
  'no-kind': 'a linha não tem "id", "of", "queue", "note", "day" nem "end"',
  'no-template': ({ template }) => `"template" (${template}) não é um modelo`,
  'one-of': ({ name, choices }) => `"${name}" é um destes: ${choices}`,
  'at-most': ({ name, max }) => `"${name}" é no máximo ${max}`,
  sequence: ({ template, problem }) => `"sequence" não combina com o modelo ${template}: ${misfitOf(problem)}`,
  'element-empty': 'o nome de um elemento não é vazio',
  'kept-text': ({ name, max }) => `"${name}" é um texto de no máximo ${max} caracteres inteiros, nenhum deles U+0000`,
  pattern: ({ name, pattern }) => `"${name}" tem a forma ${pattern}`,
  is: ({ name, kind }) => `${kind === 'value' ? 'o valor de ' : ''}"${name}" ${KINDS[kind]}`,
  twice: ({ what, name }) => `${TWICE[what]}${name} vem pela segunda vez`,
  'queued-already': ({ id }) => `${id} já está na fila`,
  'after-end': 'há mais depois da linha final',
  cut: 'o arquivo termina sem a linha final: foi cortado; exporte-o de novo',
  counts: ({ kind, told, found }) => `a linha final fala de ${told} linhas de ${kind}, e há ${found}`,
  'several-databases': 'o dump tem vários bancos de dados; faça o dump de um deles',
  'key-without-value': 'a última chave não tem valor',
  'no-blank': 'uma linha de dados começa com um espaço; faça o dump de novo com db_dump -p',
  'dump-cut': 'o dump termina sem DATA=END: foi cortado; faça-o de novo',
  'dump-header': 'o cabeçalho de um dump tem linhas como type=btree, até HEADER=END',
  'dump-version': ({ version }) => `um dump da versão ${version} não pode ser lido, só 2 e 3`,
  'dump-type': ({ type }) => `o tipo de um banco do noid é btree, não ${type}`,
  'dump-format': 'o formato de um dump é print ou bytevalue',
  hexadecimal: ({ position }) => `faltam dois algarismos hexadecimais no caractere ${position + 1}`,
  'dump-no-template': 'o banco não tem :/template, e por isso não é um cunhador do noid; nada foi importado',
  'dump-template': ({ template }) => `o banco tem o modelo ${template}, que não é um modelo; nada foi importado`,
  'dump-meaning': ({ key, kept, meaning }) =>
    `o banco tem "${kept}" em :/${key}, e o seu modelo diz "${meaning}"; nada foi importado`,
  'dump-counter': ({ counter }) => `o banco não tem :/c${counter}/value, de que o modelo precisa; nada foi importado`,
  'dump-sequence': ({ template, problem }) =>
    `o banco não combina com o seu modelo ${template}: ${misfitOf(problem)}; nada foi importado`,
  'dump-number': ({ key, text }) => `o banco tem "${text}" em :/${key}, onde cabe um número; nada foi importado`,
  'dump-list': ({ key, text }) => `o banco tem "${text}" em :/${key}, que não é um contador; nada foi importado`,
};
