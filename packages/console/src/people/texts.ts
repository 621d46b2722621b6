import type { Person } from '../api/people.ts';
import type { Translated } from '../i18n/language.ts';

/** Texts of the page about people. */
const english = {
  title: 'People',
  introduction:
    'People sign in with their e-mail address and a password that only they know. Programs have keys instead.',
  first: {
    title: 'Nobody signs in as a person yet.',
    text: 'Begin with yourself: invite yourself as an administrator, open the link, and choose a password. The key you are signed in with goes on working.',
  },
  invite: {
    title: 'Invite a person',
    nameHint: 'As it stands in the activity, such as Ana Lima',
    nameMissing: 'Say who it is.',
    emailMissing: 'Give the e-mail address they sign in with.',
    byLink: 'Send no e-mail: I hand the link over myself',
    noMail: 'This node sends no e-mails: you get a link, and hand it over yourself.',
    submit: 'Invite',
  },
  given: {
    title: (name: string) => `A link for ${name}`,
    sent: (email: string, until: string) => `It was e-mailed to ${email}, and works once, until ${until}.`,
    text: (until: string) =>
      `Hand it over by a safe way: whoever opens it chooses the password. It works once, until ${until}, and is shown only now.`,
    link: 'Link',
    copied: 'I have copied it',
    close: 'Close',
  },
  list: 'All people',
  name: 'Name',
  email: 'E-mail address',
  role: 'Role',
  state: 'State',
  signedIn: 'Last signed in',
  never: 'never',
  action: 'Action',
  manage: 'Manage',
  you: 'you',
  roles: 'What each role may do',
  states: { invited: 'invited', active: 'active', disabled: 'disabled' } as Readonly<Record<Person['state'], string>>,
  managing: {
    curated: 'Curator of these collections',
    reviewed: 'Reviewer of these collections',
    collectionsHint:
      'Names of collections with commas between them; * for all. A curator changes their items, whoever deposited them.',
    save: 'Save',
    changed: 'It is changed.',
    inviteAgain: 'Invite again',
    reset: 'Give a link for another password',
    forgetFactor: 'Take the second factor',
    forgotFactor: 'They get in with the password alone.',
    signOut: 'Sign out everywhere',
    signedOut: 'They are signed out everywhere.',
    disable: 'Disable',
    disabled: 'They are signed out, and do not get in any more.',
    enable: 'Enable again',
    enabled: 'They get in again.',
  },
};

export type PeopleTexts = typeof english;

const portuguese: PeopleTexts = {
  title: 'Pessoas',
  introduction: 'Pessoas entram com o seu e-mail e uma senha que só elas conhecem. Programas têm chaves.',
  first: {
    title: 'Ninguém entra como pessoa ainda.',
    text: 'Comece por você: convide a si mesmo como administrador, abra o link e escolha uma senha. A chave com que você entrou continua valendo.',
  },
  invite: {
    title: 'Convidar uma pessoa',
    nameHint: 'Como aparece na atividade, como Ana Lima',
    nameMissing: 'Diga quem é.',
    emailMissing: 'Dê o e-mail com que a pessoa entra.',
    byLink: 'Não enviar e-mail: eu mesmo entrego o link',
    noMail: 'Este nó não envia e-mails: você recebe um link e o entrega.',
    submit: 'Convidar',
  },
  given: {
    title: (name) => `Um link para ${name}`,
    sent: (email, until) => `Foi enviado a ${email}, e funciona uma vez, até ${until}.`,
    text: (until) =>
      `Entregue-o por um meio seguro: quem o abrir escolhe a senha. Funciona uma vez, até ${until}, e só é mostrado agora.`,
    link: 'Link',
    copied: 'Já copiei',
    close: 'Fechar',
  },
  list: 'Todas as pessoas',
  name: 'Nome',
  email: 'E-mail',
  role: 'Papel',
  state: 'Estado',
  signedIn: 'Entrou pela última vez',
  never: 'nunca',
  action: 'Ação',
  manage: 'Gerenciar',
  you: 'você',
  roles: 'O que cada papel pode fazer',
  states: { invited: 'convidada', active: 'ativa', disabled: 'desativada' },
  managing: {
    curated: 'Curador destas coleções',
    reviewed: 'Revisor destas coleções',
    collectionsHint:
      'Nomes de coleções com vírgulas entre eles; * para todas. Um curador altera os seus itens, seja quem for que os depositou.',
    save: 'Salvar',
    changed: 'Foi alterado.',
    inviteAgain: 'Convidar de novo',
    reset: 'Dar um link para outra senha',
    forgetFactor: 'Remover o segundo fator',
    forgotFactor: 'A pessoa entra só com a senha.',
    signOut: 'Encerrar todas as sessões',
    signedOut: 'As sessões foram encerradas.',
    disable: 'Desativar',
    disabled: 'A pessoa saiu, e não entra mais.',
    enable: 'Reativar',
    enabled: 'A pessoa entra de novo.',
  },
};

export const PEOPLE: Translated<PeopleTexts> = { en: english, pt: portuguese };
