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
};

export const NODE: Translated<NodeTexts> = { en: english, pt: portuguese };
