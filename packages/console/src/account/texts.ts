import type { Translated } from '../i18n/language.ts';

/** Texts of the own account, of invitations and of forgotten passwords. */
const english = {
  title: 'Your account',
  byKey:
    'You are signed in with a key, which has no account. Whoever signs in as a person has a password and sees here where they are signed in.',
  toPeople: 'Invite a person, or yourself',
  email: 'E-mail address',
  role: 'Role',
  name: 'Name',
  nameHint: 'As it stands in the activity and in the history of items.',
  rename: 'Change the name',
  renamed: 'The name is changed.',
  password: {
    title: 'Password',
    introduction: 'Another password signs you out everywhere else.',
    current: 'Current password',
    chosen: 'New password',
    hint: 'At least 12 characters. Several words are easy to remember and hard to guess.',
    show: 'Show the password',
    submit: 'Change the password',
    changed: 'The password is changed.',
    none: 'You have no password here, because you sign in through another service. To choose one, ask for a link: under "Forgotten your password?" on the sign-in page, or from an administrator.',
  },
  sessions: {
    title: 'Where you are signed in',
    introduction:
      'Signing in lasts for a week at most, and twelve hours without use. End what you do not know, and change your password then.',
    browser: 'Browser',
    unknown: 'A program',
    this: 'this one',
    started: 'Signed in',
    seen: 'Last used',
    action: 'Action',
    end: 'Sign out',
    endAll: 'Sign out everywhere',
  },
  factor: {
    title: 'Second factor',
    isOff:
      'With an app on your phone, such as Aegis or Google Authenticator, signing in asks for a code as well. Whoever learns your password does not get in then.',
    isOn: 'Signing in asks for the code of your app as well.',
    begin: 'Set up a second factor',
    remove: 'Take it away',
    removed: 'Signing in asks for the password only.',
    scan: 'Read this square with your app, or type the text below it. Then give the code that the app shows.',
    square: 'QR code of the secret',
    secret: 'Secret',
    code: 'Code of the app',
    confirm: 'Turn it on',
    recovery: 'Recovery codes',
    recoveryText:
      'If you lose your phone, each of these codes lets you in once. Keep them on paper: they are shown only now.',
    kept: 'I have kept them',
  },
  keys: {
    title: 'Keys for your programs',
    introduction:
      'A program signs in with a key of yours. It may do no more than you may, and what it deposits is yours.',
  },
  welcome: {
    title: (name: string) => `Welcome, ${name}`,
    introduction: 'You were invited to work here. Choose a password, and you are in.',
    resetTitle: 'Choose another password',
    resetIntroduction: 'Your password stays as it is until you choose another one here.',
    nameHint: 'As others will see it beside what you do.',
    expires: 'The link works until',
    submit: 'Choose it and sign in',
    unusable: 'This link does not work',
    toSignIn: 'Go to the sign-in page',
  },
  forgotten: {
    title: 'Forgotten password',
    introduction: 'Give your e-mail address, and a link to choose another password is sent to it.',
    submit: 'Send the link',
    sent: 'If the address belongs to somebody here, the e-mail is on its way. The link works for an hour.',
  },
};

export type AccountTexts = typeof english;

const portuguese: AccountTexts = {
  title: 'A sua conta',
  byKey:
    'Você entrou com uma chave, que não tem conta. Quem entra como pessoa tem uma senha e vê aqui onde está conectado.',
  toPeople: 'Convidar uma pessoa, ou você mesmo',
  email: 'E-mail',
  role: 'Papel',
  name: 'Nome',
  nameHint: 'Como aparece na atividade e no histórico dos itens.',
  rename: 'Alterar o nome',
  renamed: 'O nome foi alterado.',
  password: {
    title: 'Senha',
    introduction: 'Outra senha encerra as suas sessões em todos os outros lugares.',
    current: 'Senha atual',
    chosen: 'Senha nova',
    hint: 'No mínimo 12 caracteres. Várias palavras são fáceis de lembrar e difíceis de adivinhar.',
    show: 'Mostrar a senha',
    submit: 'Alterar a senha',
    changed: 'A senha foi alterada.',
    none: 'Você não tem senha aqui, porque entra por outro serviço. Para escolher uma, peça um link: em "Esqueceu a senha?" na página de entrada, ou a um administrador.',
  },
  sessions: {
    title: 'Onde você está conectado',
    introduction:
      'Uma sessão dura no máximo uma semana, e doze horas sem uso. Encerre o que não conhece, e então altere a sua senha.',
    browser: 'Navegador',
    unknown: 'Um programa',
    this: 'este',
    started: 'Entrou em',
    seen: 'Último uso',
    action: 'Ação',
    end: 'Encerrar',
    endAll: 'Sair de todos os lugares',
  },
  factor: {
    title: 'Segundo fator',
    isOff:
      'Com um aplicativo no telefone, como Aegis ou Google Authenticator, a entrada pede também um código. Quem descobrir a sua senha não entra.',
    isOn: 'A entrada pede também o código do seu aplicativo.',
    begin: 'Configurar um segundo fator',
    remove: 'Remover',
    removed: 'A entrada pede só a senha.',
    scan: 'Leia este quadrado com o aplicativo, ou digite o texto abaixo dele. Depois dê o código que o aplicativo mostra.',
    square: 'Código QR do segredo',
    secret: 'Segredo',
    code: 'Código do aplicativo',
    confirm: 'Ativar',
    recovery: 'Códigos de recuperação',
    recoveryText:
      'Se você perder o telefone, cada um destes códigos permite entrar uma vez. Guarde-os em papel: só são mostrados agora.',
    kept: 'Já guardei',
  },
  keys: {
    title: 'Chaves para os seus programas',
    introduction: 'Um programa entra com uma chave sua. Ele não pode mais do que você, e o que ele deposita é seu.',
  },
  welcome: {
    title: (name) => `Boas-vindas, ${name}`,
    introduction: 'Você foi convidado a trabalhar aqui. Escolha uma senha e entre.',
    resetTitle: 'Escolha outra senha',
    resetIntroduction: 'A sua senha continua a mesma até você escolher outra aqui.',
    nameHint: 'Como os outros vão vê-lo ao lado do que você fizer.',
    expires: 'O link funciona até',
    submit: 'Escolher e entrar',
    unusable: 'Este link não funciona',
    toSignIn: 'Ir para a página de entrada',
  },
  forgotten: {
    title: 'Esqueci a senha',
    introduction: 'Dê o seu e-mail, e enviaremos a ele um link para escolher outra senha.',
    submit: 'Enviar o link',
    sent: 'Se o endereço é de alguém daqui, o e-mail está a caminho. O link funciona por uma hora.',
  },
};

export const ACCOUNT: Translated<AccountTexts> = { en: english, pt: portuguese };
