import type { Role } from '../api/types.ts';
import type { Translated } from '../i18n/language.ts';

/** Texts of the frame around every page, and texts that pages share. */
const english = {
  skip: 'Skip to the content',
  navigation: 'Main',
  startPage: 'Start page',
  menu: {
    items: 'Items',
    deposit: 'Deposit',
    bulk: 'Deposit many',
    drafts: 'Drafts',
    minters: 'Minters',
    relations: 'Proposals',
    federation: 'Federation',
    statistics: 'Statistics',
    keys: 'Keys',
    activity: 'Activity',
    node: 'Node',
  },
  otherLanguage: 'Português',
  signedInAs: 'Signed in as',
  signOut: 'Sign out',
  roles: {
    reader: 'reader',
    depositor: 'depositor',
    steward: 'steward',
    admin: 'administrator',
  } as Readonly<Record<Role, string>>,
  signIn: {
    title: 'Sign in',
    introduction:
      'The console acts with your API key. An administrator of this node makes keys; the first one is printed by the node when it starts, and kept in the file administrator.key of its data folder.',
    key: 'API key',
    hint: 'It is kept in this browser tab until you sign out or close it, and sent to this node only.',
    submit: 'Sign in',
    missing: 'Paste your key here.',
    malformed: 'A key has no blanks and no accents. Copy it whole, and paste it again.',
    ended: 'The node does not accept your key any more: it was revoked. Sign in with another one.',
  },
  roleNeeded: {
    title: 'This page needs another key',
    text: (needed: string, own: string) =>
      `It is for those with the role ${needed}, and your key has the role ${own}. An administrator can make you another key.`,
  },
  unknownPage: {
    title: 'There is no such page',
    text: 'The address leads nowhere in the console.',
    back: 'See the items',
  },
  loading: 'Loading …',
  failedTitle: 'This did not work',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  more: 'Show more',
  optional: 'optional',
  copy: 'Copy',
  copied: 'Copied.',
  brokenPage: 'This page broke. Load it again; if that does not help, tell whoever runs this node.',
};

export type ShellTexts = typeof english;

const portuguese: ShellTexts = {
  skip: 'Ir para o conteúdo',
  navigation: 'Principal',
  startPage: 'Página inicial',
  menu: {
    items: 'Itens',
    deposit: 'Depositar',
    bulk: 'Depositar vários',
    drafts: 'Rascunhos',
    minters: 'Cunhadores',
    relations: 'Propostas',
    federation: 'Federação',
    statistics: 'Estatísticas',
    keys: 'Chaves',
    activity: 'Atividade',
    node: 'Nó',
  },
  otherLanguage: 'English',
  signedInAs: 'Conectado como',
  signOut: 'Sair',
  roles: { reader: 'leitor', depositor: 'depositante', steward: 'curador', admin: 'administrador' },
  signIn: {
    title: 'Entrar',
    introduction:
      'O console age com a sua chave de API. Quem administra este nó cria as chaves; a primeira é mostrada pelo nó quando ele inicia, e fica no arquivo administrator.key da pasta de dados.',
    key: 'Chave de API',
    hint: 'Fica nesta aba do navegador até você sair ou fechá-la, e só é enviada a este nó.',
    submit: 'Entrar',
    missing: 'Cole a sua chave aqui.',
    malformed: 'Uma chave não tem espaços nem acentos. Copie-a inteira e cole de novo.',
    ended: 'O nó não aceita mais a sua chave: ela foi revogada. Entre com outra.',
  },
  roleNeeded: {
    title: 'Esta página pede outra chave',
    text: (needed, own) =>
      `Ela é para quem tem o papel de ${needed}, e a sua chave tem o papel de ${own}. Quem administra o nó pode lhe dar outra chave.`,
  },
  unknownPage: {
    title: 'Esta página não existe',
    text: 'O endereço não leva a lugar nenhum no console.',
    back: 'Ver os itens',
  },
  loading: 'Carregando …',
  failedTitle: 'Não deu certo',
  tryAgain: 'Tentar de novo',
  cancel: 'Cancelar',
  more: 'Mostrar mais',
  optional: 'opcional',
  copy: 'Copiar',
  copied: 'Copiado.',
  brokenPage: 'Esta página quebrou. Carregue-a de novo; se não adiantar, avise quem cuida deste nó.',
};

export const SHELL: Translated<ShellTexts> = { en: english, pt: portuguese };
