import type { Translated } from '../i18n/language.ts';

/** Texts of signing in through another service. */
const english = {
  signIn: (name: string) => `Sign in with ${name}`,
  orPassword: 'Or with the password of this archive',
  leftTitle: (name: string) => `You are signed out here. ${name} may still know you in this browser.`,
  signOutThere: (name: string) => `Sign out of ${name} as well`,
  page: {
    title: 'Signing in',
    failed: 'You are not signed in',
    codeTitle: 'One more step',
    codeText: 'Your account here has a second factor.',
    code: 'Code of your app',
    codeHint: 'Six digits of the app on your phone, or a recovery code.',
    submit: 'Sign in',
    back: 'Go to the sign-in page',
  },
  account: {
    title: 'Accounts elsewhere',
    introduction: (name: string) =>
      `With a linked account you sign in through ${name}, and need no password of this archive.`,
    none: 'No account is linked.',
    provider: 'Service',
    linked: 'Linked',
    isUnusable: 'not in use here any more',
    action: 'Action',
    link: (name: string) => `Link your account at ${name}`,
    isLinked: 'The account is linked.',
    unlink: 'Unlink',
    unlinked: 'The account is not linked any more.',
    password: 'Your password here',
    passwordHint: 'It proves that both accounts are yours.',
    noPassword: 'You have no password here. To unlink the account, ask for a link to choose one first.',
  },
};

export type OpenIdTexts = typeof english;

const portuguese: OpenIdTexts = {
  signIn: (name) => `Entrar com ${name}`,
  orPassword: 'Ou com a senha deste arquivo',
  leftTitle: (name) => `Você saiu daqui. ${name} ainda pode reconhecê-lo neste navegador.`,
  signOutThere: (name) => `Sair também de ${name}`,
  page: {
    title: 'Entrando',
    failed: 'Você não entrou',
    codeTitle: 'Mais um passo',
    codeText: 'A sua conta daqui tem um segundo fator.',
    code: 'Código do aplicativo',
    codeHint: 'Seis dígitos do aplicativo do telefone, ou um código de recuperação.',
    submit: 'Entrar',
    back: 'Ir para a página de entrada',
  },
  account: {
    title: 'Contas em outros serviços',
    introduction: (name) => `Com uma conta vinculada você entra por ${name}, e não precisa de senha deste arquivo.`,
    none: 'Nenhuma conta está vinculada.',
    provider: 'Serviço',
    linked: 'Vinculada em',
    isUnusable: 'não é mais usado aqui',
    action: 'Ação',
    link: (name) => `Vincular a sua conta de ${name}`,
    isLinked: 'A conta foi vinculada.',
    unlink: 'Desvincular',
    unlinked: 'A conta não está mais vinculada.',
    password: 'A sua senha daqui',
    passwordHint: 'Ela prova que as duas contas são suas.',
    noPassword: 'Você não tem senha aqui. Para desvincular a conta, peça antes um link para escolher uma.',
  },
};

export const OPENID: Translated<OpenIdTexts> = { en: english, pt: portuguese };
