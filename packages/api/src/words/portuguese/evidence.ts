import type { EvidenceTexts } from '../evidence-words.ts';

const entry = ({ date, index }: { readonly date: string; readonly index: number }): string =>
  `${date}, entrada ${index} do registro`;

export const EVIDENCE: EvidenceTexts = {
  label: ({ label, place, date }) => `O rótulo ${label} diz que foi criado em ${place}, em ${date}.`,
  forms: {
    agrees: 'Os dois rótulos dizem o mesmo instante.',
    differs: 'Os rótulos dizem instantes diferentes.',
    unknown: 'Não se pode dizer se os rótulos dizem o mesmo instante.',
  },
  hashes: {
    agree: 'Todos reivindicam o mesmo conteúdo: os hashes são iguais.',
    differ: 'Eles reivindicam conteúdos diferentes: os hashes diferem.',
    unknown: 'Não se pode dizer se reivindicam o mesmo conteúdo, porque nem todos assinam o que reivindicam.',
  },
  transfer: ({ from, to, ...logged }) => `${from} assinou que entrega o original a ${to} (${entry(logged)}).`,
  noTransfer: 'O registro não tem nenhuma transferência deste item de um Arquivo a outro.',
  limits:
    'São evidências, e não um veredito: servidores mudam de nome e de endereço, originais são transferidos, e Arquivos que não assinam podem ter razão.',
  names: {
    signature: 'Assinatura',
    key: 'Chave',
    hash: 'Hash do que reivindica',
    time: 'Reivindicado, segundo ele mesmo',
    first: 'Primeira reivindicação no registro',
    chain: 'Como obteve o original',
    host: 'Servidor no rótulo',
    ip: 'Endereço no rótulo',
    instant: 'Instante no rótulo',
  },
  signature: {
    valid: 'válida, com uma chave que vale para este Arquivo',
    unsigned: 'nenhuma: este Arquivo não assina o que reivindica',
    wrong: 'errada: a reivindicação não foi assinada com a chave que indica',
    'of-another': 'correta, mas de outro Arquivo, que não a enviou',
    'key-unknown': 'correta, mas a chave nunca foi fixada para este Arquivo',
    'key-expired': 'correta, mas com uma chave anterior, depois que ela foi trocada',
    'key-replaced': 'correta, mas a chave foi dada como perdida, e outra a substituiu',
  },
  keySince: {
    pinned: (logged) => `(fixada ${entry(logged)})`,
    rotated: (logged) => `(assinada pela chave anterior, ${entry(logged)})`,
    replaced: (logged) => `(dada pelo operador do resolvedor no lugar de uma perdida, ${entry(logged)})`,
  },
  logged: entry,
  notLogged: 'nenhuma',
  chain: {
    first: 'a primeira reivindicação no registro é dele',
    received: 'uma transferência no registro o indica como quem recebe',
    neither: 'nem a primeira reivindicação no registro é dele, nem uma transferência o indica',
    unknown: 'não se pode dizer',
  },
  host: {
    agrees: 'concorda com onde este Arquivo é alcançado',
    'other-port': 'concorda com onde este Arquivo é alcançado, mas a porta é outra',
    differs: 'não concorda com onde este Arquivo é alcançado',
    unknown: 'não se pode dizer',
  },
  ip: {
    agrees: 'concorda com o endereço que este Arquivo declara',
    'other-port': 'concorda com o endereço que este Arquivo declara, mas a porta é outra',
    differs: 'não concorda com o endereço que este Arquivo declara',
    unknown: 'não se pode dizer',
  },
  instant: {
    agrees: 'concorda: a primeira reivindicação deste Arquivo veio depois',
    differs: 'não concorda: este Arquivo reivindicou o item antes que o rótulo existisse',
    unknown: 'não se pode dizer: nenhuma reivindicação deste Arquivo está no registro',
  },
};
