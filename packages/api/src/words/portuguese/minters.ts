import type { IdentifierProblem, MinterRefusals, NamedText } from '../../codes/minter-refusals.ts';
import type { Misfit } from '../../codes/parameters.ts';
import type { WordsFor } from '../sentence.ts';
import { at, expectedInPortuguese } from './grammar.ts';

const NAMES = {
  identifier: 'o identificador',
  element: 'o elemento',
  key: 'a chave',
  note: 'a chave de uma nota',
  pattern: 'o padrão',
  'naan-template': 'o NAAN com o modelo',
  'naa-sub-naa': 'a NAA com a SubNAA',
} as const;

const nameOf = (what: NamedText): string => (typeof what === 'string' ? NAMES[what] : `"${what.field}"`);

const OPERATIONS = { bind: 'vinculado', queue: 'posto na fila', hold: 'retido', validate: 'verificado' } as const;

const noTemplate = (unfit: { readonly template: string } & Misfit): string =>
  `"${unfit.template}" não é um modelo: ${at(unfit)}`;

/** Tells what is wrong with an identifier. */
const misfitOf = (unfit: IdentifierProblem): string => {
  switch (unfit.problem) {
    case 'noid/empty':
      return 'um identificador vazio';
    case 'noid/beginning':
      return `${unfit.id} deveria começar com ${unfit.expected}`;
    case 'noid/check-character':
      return `${unfit.id} tem outro caractere de verificação que não o dos seus demais caracteres`;
    default:
      return `${unfit.id} está errado no caractere ${unfit.position + 1}: esperava-se ${expectedInPortuguese(unfit)}`;
  }
};

export const MINTERS: WordsFor<MinterRefusals> = {
  'minter-not-found': ({ minter }) => `não há cunhador ${minter}`,
  'names-shared': ({ minter, naan }) =>
    `o cunhador ${minter} tem, ou pode cunhar, tais nomes sob ${naan}: escolha outro prefixo`,
  'minter-exists': ({ minter }) => `já há um cunhador ${minter}: escolha outro nome`,
  'minter-name-invalid':
    'um nome tem de 1 a 63 letras minúsculas, algarismos, "_" e "-", e começa com letra ou algarismo',
  'minter-binds-only': {
    mint: 'este cunhador não cunha nada: vincula o que lhe é dado',
    queue: 'este cunhador não cunha nada, e nada entra na sua fila',
    'no-counters': ({ issued }) => `este cunhador não cunha nada, e antes emitiu ${issued} identificadores`,
  },
  'minter-damaged': 'os contadores deste cunhador estão danificados: restaure-o de uma cópia',
  'template-invalid': { create: noTemplate, validate: noTemplate },
  'term-invalid': ({ term }) => `"${term}" não é um prazo: um prazo é long, medium ou short`,
  'authority-missing': {
    missing: 'identificadores de longo prazo pedem um NAAN, a sua autoridade e uma subautoridade',
    naan: 'identificadores de longo prazo pedem um NAAN de 5 algarismos: 00000 é um para experimentar',
  },
  'seed-invalid': ({ max }) => `uma semente é um número inteiro de 0 a ${max}`,
  'policy-invalid': {
    'too-long': ({ max }) => `uma política tem no máximo ${max} caracteres`,
    character: 'a política tem um caractere que não pode ser guardado (U+0000 ou meio caractere)',
  },
  'identifier-invalid': {
    missing: ({ operation }) => `nenhum identificador foi dado para ser ${OPERATIONS[operation]}`,
    'too-long': ({ what, max }) => `${nameOf(what)} tem mais de ${max} bytes; escolha um nome mais curto`,
    character: ({ what }) => `${nameOf(what)} tem um caractere que não pode ser guardado (U+0000 ou meio caractere)`,
    'no-rule': ({ id }) => `${id}: um identificador só começa com ":" em uma regra, como em :idmap/PADRÃO`,
    prefix: ({ id }) => `${id} é o handle de um prefixo: um guardião põe valores nele pela API de handles`,
    'not-new': ({ how }) => `"${how}" cunha o identificador que vincula: escreva "new" no lugar dele`,
    unfit: misfitOf,
    'not-utf-8': ({ text }) => `${text}: identificadores e nomes de elementos são textos em UTF-8`,
    foreign: ({ operation, problems }) =>
      `nada foi ${OPERATIONS[operation]}, pois este cunhador não poderia ter cunhado todos: ${problems.map(misfitOf).join('; ')}`,
  },
  'name-state-invalid': ({ id }) => `${id} já foi público, e não pode ser reservado: retire-o`,
  'identifier-unissued': ({ id }) =>
    `${id} nunca foi emitido: um cunhador de longo prazo vincula o que emitiu, ou o que está retido`,
  'identifiers-exhausted': ({ limit }) => `não resta nenhum identificador (parou em ${limit}): crie outro cunhador`,
  'identifiers-held': ({ total }) => `todos os ${total} identificadores estão retidos ou na fila: libere alguns`,
  'element-missing': {
    bind: ({ how }) => `"${how}" pede o nome de um elemento`,
    mint: 'o que se vincula a novos identificadores pede o nome de um elemento',
  },
  'value-missing': ({ how, element }) => `"${how}" pede um valor para o elemento "${element}"`,
  'value-too-large': {
    value: ({ bytes, max }) => `um valor tem no máximo ${max} bytes, e este ${bytes}`,
    node: ({ bytes, max }) => `em um nó um valor tem no máximo ${max} bytes, e este ${bytes}`,
    rule: ({ bytes, max }) => `o que uma regra faz tem no máximo ${max} bytes, e isto ${bytes}`,
    together: ({ count, bytes, max }) =>
      `o que se vincula a ${count} identificadores tem ${bytes} bytes, mais de ${max}: leve menos de uma vez`,
    record: ({ id, bytes, max }) =>
      `o que está vinculado a ${id} tem ${bytes} bytes, mais que os ${max} que se mostram de uma vez: peça os elementos um a um`,
    input: ({ max }) => `leem-se no máximo ${max} bytes`,
  },
  'binding-invalid': {
    unknown: ({ how }) => `"${how}" não é um modo de vincular`,
    value: ({ how }) => `"${how}" não leva valor`,
  },
  'binding-missing': {
    how: ({ how, id, element }) => `"${how}" pede algo vinculado a ${id} como "${element}", e não há nada`,
    none: ({ id, element }) => `nada está vinculado a ${id} como "${element}"`,
  },
  'binding-exists': ({ how, id, element }) =>
    `"${how}" vincula o que é novo, e já há algo vinculado a ${id} como "${element}"`,
  'rules-too-long': ({ max }) =>
    `as regras dos cunhadores levariam mais de ${max} passos com este identificador: use um mais curto, ou encurte as regras`,
  'pattern-invalid': ({ pattern, said }, say) => `:idmap/${pattern}: o padrão não pode ser usado: ${say(said)}`,
  'pepper-missing': ({ id }) => `${id}: este identificador tem pimenta: escreva "!" e a pimenta depois dele`,
  'pepper-wrong': ({ id }) => `${id}: a pimenta depois de "!" não é a do identificador quando foi cunhado`,
  'queue-time-invalid': {
    missing: 'diga quando: now, first, lvf, ou um prazo como 30d',
    unknown: ({ when }) => `"${when}" não é um momento para a fila: escreva now, first, lvf, ou um prazo como 30d`,
  },
};
