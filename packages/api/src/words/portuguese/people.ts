import type { PeopleRefusals } from '../../codes/people-refusals.ts';
import type { WordsFor } from '../sentence.ts';

export const PEOPLE: WordsFor<PeopleRefusals> = {
  'sign-in-refused': 'o e-mail ou a senha está errado, ou a conta não está em uso: tente de novo',
  'second-factor-needed': 'esta conta tem um segundo fator: envie também o código do aplicativo ou um de recuperação',
  'code-wrong': 'este código está errado, ou já foi usado: espere o próximo',
  'session-ended': 'a sua sessão terminou: entre de novo',
  'person-needed': 'isto é para pessoas que entraram: uma chave não tem conta',
  'too-many-tries': ({ seconds }) => `houve tentativas demais: espere ${seconds} s`,
  'person-not-found': ({ id }) => `não há pessoa ${id}: veja a lista de pessoas`,
  'person-name-invalid': ({ max }) => `dê o nome em uma linha de no máximo ${max} caracteres visíveis`,
  'email-invalid': 'dê um e-mail como ana@example.org',
  'email-taken': ({ email }) => `${email} é de outra pessoa daqui: veja a lista de pessoas`,
  'last-administrator': 'ninguém mais poderia administrar este nó: crie antes outro administrador',
  'link-invalid': 'este link já foi usado, venceu ou não está inteiro: peça outro',
  'password-wrong': 'esta não é a sua senha: tente de novo',
  'password-weak': {
    short: ({ min }) => `uma senha tem no mínimo ${min} caracteres: use várias palavras`,
    long: ({ max }) => `uma senha tem no máximo ${max} caracteres`,
    plain: 'esta senha é fácil de adivinhar: use várias palavras',
    own: 'uma senha que contém o seu nome ou e-mail é fácil de adivinhar: escolha outra',
  },
  'mail-missing': 'este nó não envia e-mails: peça um link a quem o administra',
  'openid-missing': 'ninguém entra aqui por outro serviço: entre com a sua senha',
  'openid-unreachable': 'o serviço de entrada não responde: tente mais tarde, ou entre com a sua senha',
  'openid-refused': {
    expired: 'esta entrada não começou neste navegador, ou demorou demais: comece de novo',
    denied: 'o serviço de entrada não deixou você entrar: comece de novo',
    unproven:
      'a resposta do serviço de entrada não prova nada: comece de novo, e avise o administrador se falhar outra vez',
    unknown: 'ninguém daqui é conhecido por esta conta: peça ao administrador um convite para o e-mail dela',
    unverified: 'o serviço de entrada não verificou o seu e-mail: peça antes a verificação lá',
    linkable: 'já existe aqui uma conta com o seu e-mail: entre com a senha e vincule as duas em "A sua conta"',
    taken: 'esta conta já está vinculada, ou você vinculou outra: desvincule essa antes',
    'no-sign-out': 'o serviço de entrada não tem página de saída: saia no próprio site dele',
  },
};
