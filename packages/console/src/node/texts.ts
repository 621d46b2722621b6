import type { Translated } from '../i18n/language.ts';

/** Texts of the page about the node. */
const english = {
  title: 'Node',
  introduction: 'What this node is, how it is, and where those who watch over it look.',
  health: 'Health',
  ready: 'It serves.',
  notReady: 'It cannot serve now: look at its log.',
  version: 'Version',
  roles: 'Roles',
  roleNames: {
    minter: 'minter: gives labels and identifiers',
    archive: 'Archive: keeps items',
    resolver: 'resolver: leads persistent URLs to where items are',
    console: 'console: these pages',
  } as Readonly<Record<string, string>>,
  reading: 'Reading',
  readingPublic: 'open to everyone',
  readingClosed: 'only with a key',
  maxFile: 'Largest file',
  links: 'More',
  metrics: 'Figures for Prometheus',
  api: 'The API, described for people',
  openapi: 'The API, described for programs (OpenAPI)',
  settings: 'Settings are given when the node starts: flags, environment variables, or a file.',
  archive: {
    title: 'The Archive and its resolver',
    service: 'Archive service',
    key: 'Key that it signs with',
    resolver: 'Resolver',
    none: 'none: the node joins no other',
    state: 'What the resolver last said',
    saidAt: (said: string, time: string) => `${said}, ${time}`,
    neverAsked: 'never asked',
    states: {
      included: 'included',
      excluded: 'excluded',
      refused: 'refused',
      unreachable: 'it did not answer',
    },
    log: 'Its log',
    signed: (entries: string, time: string) => `entries: ${entries}; signed as a witness ${time}`,
    doubt: (time: string, why: string) =>
      `The log of the resolver is in doubt since ${time}: ${why}. Ask its operator why. Both heads are kept as evidence.`,
    doubts: {
      behind: 'it is shorter than it was',
      unproven: 'the resolver gives no proof that it has only grown',
      unshown: 'the resolver shows no head of it',
    },
    rewritten:
      'The log of the resolver was rewritten. Both heads are kept as evidence. Ask its operator why; then "perene archive accept-log" begins anew.',
    heads: 'Heads of the log that are kept',
  },
};

export type NodeTexts = typeof english;

const portuguese: NodeTexts = {
  title: 'Nó',
  introduction: 'O que é este nó, como está, e onde olha quem cuida dele.',
  health: 'Saúde',
  ready: 'Está servindo.',
  notReady: 'Não pode servir agora: veja o seu registro.',
  version: 'Versão',
  roles: 'Papéis',
  roleNames: {
    minter: 'cunhador: dá rótulos e identificadores',
    archive: 'Arquivo: guarda itens',
    resolver: 'resolvedor: leva URLs persistentes aonde os itens estão',
    console: 'console: estas páginas',
  },
  reading: 'Leitura',
  readingPublic: 'aberta a todos',
  readingClosed: 'só com chave',
  maxFile: 'Maior arquivo',
  links: 'Mais',
  metrics: 'Números para o Prometheus',
  api: 'A API, descrita para pessoas',
  openapi: 'A API, descrita para programas (OpenAPI)',
  settings: 'As configurações são dadas quando o nó inicia: opções, variáveis de ambiente, ou um arquivo.',
  archive: {
    title: 'O Arquivo e o seu resolvedor',
    service: 'Serviço de Arquivo',
    key: 'Chave com que assina',
    resolver: 'Resolvedor',
    none: 'nenhum: o nó não se junta a outro',
    state: 'O que o resolvedor disse por último',
    saidAt: (said, time) => `${said}, ${time}`,
    neverAsked: 'nunca perguntado',
    states: {
      included: 'incluído',
      excluded: 'excluído',
      refused: 'recusado',
      unreachable: 'não respondeu',
    },
    log: 'O seu registro',
    signed: (entries, time) => `entradas: ${entries}; assinado como testemunha ${time}`,
    doubt: (time, why) =>
      `O registro do resolvedor está em dúvida desde ${time}: ${why}. Pergunte ao seu operador por quê. As duas cabeças estão guardadas como evidência.`,
    doubts: {
      behind: 'está mais curto do que era',
      unproven: 'o resolvedor não dá prova de que só cresceu',
      unshown: 'o resolvedor não mostra nenhuma cabeça dele',
    },
    rewritten:
      'O registro do resolvedor foi reescrito. As duas cabeças estão guardadas como evidência. Pergunte ao seu operador por quê; depois "perene archive accept-log" recomeça.',
    heads: 'Cabeças do registro que estão guardadas',
  },
};

export const NODE: Translated<NodeTexts> = { en: english, pt: portuguese };
