import type { FederationRefusals } from '../../codes/federation-refusals.ts';
import type { WordsFor } from '../sentence.ts';
import { EXPECTED } from './fields.ts';
import { at, expectedInPortuguese } from './grammar.ts';

export const FEDERATION: WordsFor<FederationRefusals> = {
  'node-unreachable': ({ url, cause }) =>
    `o nó em ${url} não pode ser alcançado (${cause}): ele funciona, e o endereço está certo?`,
  'node-refused': {
    'too-long': ({ max }) => `o nó respondeu com mais de ${max} bytes: peça menos de uma vez`,
    'no-json': ({ url }) => `o que responde em ${url} não é JSON: é um nó Perene?`,
    elsewhere: ({ url, status }) => `${url} leva a outro lugar (${status}): dê o endereço a que leva`,
    'other-answer': 'o nó respondeu outra coisa que não a pedida: é um nó Perene?',
    'upload-nowhere': 'o nó começou um envio sem dizer onde',
    status: ({ url, status }) => `o nó em ${url} respondeu ${status}`,
    said: ({ said }, say) => say(said),
  },
  'peer-refused': {
    status: ({ origin, status }) => `${origin} responde com o código ${status}`,
    'media-type': ({ origin, mediaType }) =>
      `${origin} responde com ${mediaType === '' ? 'nenhum tipo de mídia' : mediaType}, e não text/plain`,
    'too-long': ({ origin, max }) => `${origin} responde com mais de ${max} bytes`,
    elsewhere: ({ origin, status }) => `${origin} leva a outro lugar (${status}): dê o endereço a que leva`,
    'no-resolver': ({ origin }) => `${origin} não responde como um resolvedor: o endereço está certo?`,
    'no-json': ({ origin }) => `${origin} não responde com JSON: é um Arquivo deste tipo?`,
    'no-receipts': ({ origin }) =>
      `${origin} não assina recibos, e assim um original não pode ser entregue com segurança: o operador de lá deve atualizá-lo antes`,
    'no-transfers': ({ origin }) => `${origin} nada responde sobre transferências: é um Arquivo deste tipo?`,
    'no-relations': ({ origin }) => `o Arquivo em ${origin} nada responde sobre relações`,
    said: ({ origin, said }, say) => `${origin} recusa: ${say(said)}`,
    'in-hand-over': ({ label, to, said }, say) => `${say(said)}; ${label} continua em entrega a ${to}`,
    'no-lease': (unfit) => `${unfit.origin} não dá prazo: esperava-se ${expectedInPortuguese(unfit)}`,
    unreadable: (unfit) => `a sua resposta não pode ser lida: esperava-se ${expectedInPortuguese(unfit)}`,
    'pair-unreadable': (pair) => `o seu par ${pair.name} não pode ser lido: esperava-se ${expectedInPortuguese(pair)}`,
    'other-item': 'a sua resposta é sobre outro item',
    'other-service': 'a sua resposta é de outro serviço de Arquivo',
    'digest-room': ({ service }) => `o resumo de ${service} não pode ser usado: há resumos demais`,
    'digest-contradicts': ({ service }) =>
      `o resumo de ${service} não pode ser usado: contradiz-se, ou é grande demais`,
    'digest-version': ({ service }) =>
      `o resumo de ${service} não pode ser usado: as suas mudanças são de outra versão`,
    'digest-endless': ({ service }) => `o resumo de ${service} não pode ser usado: não termina`,
    'digest-unfit': (unfit) => `o resumo de ${unfit.service} não pode ser usado: ${at(unfit)}`,
  },
  'peer-unreachable': {
    'not-waited': ({ origin }) => `não se esperou por ${origin}`,
    late: ({ origin, milliseconds }) => `${origin} não respondeu em ${milliseconds} ms`,
    slow: ({ origin }) => `${origin} não responde a tempo`,
    silent: ({ origin }) => `${origin} não responde: ele funciona, e o endereço está certo?`,
    failed: ({ origin, cause }) =>
      `${origin} não pode ser alcançado (${cause}): ele funciona, e o endereço está certo?`,
    status: ({ origin, status }) => `${origin} responde com o código ${status}`,
    said: ({ origin, said }, say) => `${origin} recusa: ${say(said)}`,
    'no-holder': ({ label, said }, say) => `não se encontrou Arquivo que tenha ${label}: ${say(said)}`,
    'resolver-slow': 'o resolvedor não respondeu a tempo',
    itself: 'o Arquivo deste nó não pode dizer agora',
  },
  'peer-not-allowed': {
    private: ({ host, address }) => `${host} está em ${address}, que é privado: a sua rede não é permitida aqui`,
    protocol: ({ protocol }) => `${protocol} não é falado aqui: os Arquivos estão em http:// e https://`,
  },
  'foreign-item-invalid': {
    'other-item': ({ origin, label, shown }) => `pediu-se ${label} a ${origin}, que mostra ${shown}`,
    field: ({ path, expected }) => `o outro Arquivo descreve mal o item: em ${path} esperava-se ${EXPECTED[expected]}`,
    unfit: (unfit) =>
      `o outro Arquivo descreve mal o item: em ${unfit.path} esperava-se ${expectedInPortuguese(unfit)}`,
  },
  'transfer-under-way': {
    to: ({ label, to }) => `${label} está sendo entregue a ${to}: termine ou cancele antes essa entrega`,
    'other-name': ({ label }) => `${label} está sendo entregue com outro nome: termine ou cancele antes essa entrega`,
  },
  'transfer-settled': ({ label }) => `a entrega de ${label} foi decidida de outro modo: veja o item de novo`,
  'transfer-in-doubt': {
    silent: ({ label, to }) => `${label} está sendo entregue a ${to}, que não responde`,
    undecided: ({ label, to }) => `${to} não decidiu; ${label} continua em entrega a ${to}`,
    unreachable: ({ label, to, said }, say) => `${say(said)}; ${label} continua em entrega a ${to}`,
    'no-receipt': ({ label, to }) =>
      `${to} diz que recebeu ${label}, mas não dá recibo válido; ${label} continua em entrega: fale com o operador de lá`,
  },
  'transfer-unproved': {
    signature: ({ label }) =>
      `a oferta de ${label} não está assinada por quem a envia para esta transferência, este conteúdo e este Arquivo`,
    'other-holder': ({ label, holder, sender }) =>
      `o original de ${label} está no Arquivo ${holder}, segundo o resolvedor, e a oferta vem de ${sender}`,
    'no-holder': ({ label, said }, say) =>
      `o resolvedor não sabe dizer agora que Arquivo tem o original de ${label}: ${say(said)}; tente mais tarde`,
    'needs-admin': ({ label }) =>
      `nenhum Arquivo que o resolvedor conhece tem ${label}: una os dois Arquivos ao mesmo resolvedor, ou use uma chave de administrador`,
    'not-offered': ({ label, holder }) => `o Arquivo ${holder} tem ${label}, e não o ofereceu nesta transferência`,
    unasked: ({ label, holder, said }, say) =>
      `não se pode perguntar ao Arquivo ${holder} se ofereceu ${label}: ${say(said)}`,
    'many-labels': ({ label, max }) =>
      `${label} e sua descrição têm mais de ${max} rótulos, que são demais para conferir`,
    'other-key': ({ label }) =>
      `a transferência de ${label} começou com outra chave: use essa chave, ou uma de administrador`,
  },
  'transfer-incomplete': ({ origin, count }) => `ainda faltam ${count} arquivos a ${origin} depois de todos enviados`,
  'transfer-not-found': {
    'nothing-come': ({ id }) => `nada veio da transferência ${id}: envie-a antes`,
    'nothing-to-abort': ({ label }) => `${label} não está sendo entregue: não há o que cancelar`,
  },
  'alert-not-found': ({ label }) => `não há alerta sobre ${label}`,
  'archive-not-found': ({ service }) => `não há Arquivo ${service} aqui`,
  'archive-registered': {
    waits: ({ service }) => `um pedido de ${service} já espera: fale com o operador deste resolvedor`,
    state: ({ service, state }) =>
      `${service} já está registrado (${state}): só o operador deste resolvedor lhe dá outra chave`,
  },
  'archives-full': ({ max }) => `um resolvedor tem lugar para ${max} Arquivos, e todos estão tomados`,
  'registration-invalid': {
    key: (unfit) =>
      `a chave de registro está errada no caractere ${unfit.position + 1}: esperava-se ${expectedInPortuguese(unfit)}`,
    address: 'isto não é um endereço de e-mail como ana@example.org',
    'resolver-service': 'esse rótulo é do próprio resolvedor: um serviço de Arquivo tem o seu',
    'own-service': 'esse é o Arquivo deste nó, que é incluído sem registro',
    mail: (unfit) => `o e-mail não está como no Exemplo 7.1 da RTC-11: ${at(unfit)}`,
    'mail-too-large': ({ max }) => `o e-mail tem mais de ${max} bytes`,
    'mail-unreadable': ({ cause }) => `o e-mail não pode ser lido (${cause})`,
  },
  'too-many-registrations': {
    address: ({ address, seconds }) => `pedidos demais vieram de ${address}: espere ${seconds} s`,
    waiting: 'pedidos demais esperam pelo operador: tente de novo amanhã',
    'at-once': 'chaves de registro demais vieram de uma vez: tente de novo em um minuto',
  },
  'archive-key-refused': {
    unfit: (unfit) =>
      `isto não é uma chave: no caractere ${unfit.position + 1} esperava-se ${expectedInPortuguese(unfit)}`,
    used: ({ service }) => `${service} já usou esta chave, e nenhuma chave volta: precisa de uma nova`,
  },
  'log-entry-not-found': {
    label: ({ label }) => `o registro deste resolvedor não tem nada sobre ${label}: nenhum Arquivo assinou que o tem`,
    index: ({ index, size }) => `o registro deste resolvedor não tem a entrada ${index}: há ${size}, a partir de 0`,
    size: ({ size }) => `o registro deste resolvedor não tem este tamanho: ${size}`,
  },
  'ark-invalid': (unfit) =>
    `este ARK está errado no caractere ${unfit.position + 1}: esperava-se ${expectedInPortuguese(unfit)}, como em ark:12345/x54xz321`,
  'ark-not-found': {
    unknown: ({ ark }) => `${ark} não é conhecido aqui: veja se há um engano nele`,
    naan: ({ naan }) =>
      `nenhum cunhador deste nó tem o NAAN ${naan}, e não se conhece item com este ARK: pergunte a outro resolvedor`,
  },
  'ark-without-target': ({ ark, information }) =>
    `${ark} existe, mas ainda não leva a lugar nenhum; ${information} diz o que se sabe dele`,
  'ark-withdrawn': {
    said: ({ ark, why, information }) =>
      `${ark} foi retirado, e não leva mais a lugar nenhum: ${why}; ${information} diz o que se sabe dele`,
    unsaid: ({ ark, information }) =>
      `${ark} foi retirado, e não leva mais a lugar nenhum; ${information} diz o que se sabe dele`,
  },
  'ark-target-invalid': (unfit) =>
    `${unfit.ark}: o que está vinculado como o seu destino está errado no caractere ${unfit.position + 1}: esperava-se ${expectedInPortuguese(unfit)}`,
  'doi-invalid': 'isto não é um DOI: esperava-se 10., um número, uma barra e um nome, como em 10.1234/abc',
  'purl-invalid': {
    path: ({ path }) =>
      `"${path}" não é caminho de um PURL: ele não tem espaços, nem "?" e "#", e não começa com ":" nem "@"`,
    'no-target': ({ status }) => `um PURL que responde ${status} precisa de um destino`,
    target: ({ target }) => `"${target}" não é um destino: esperava-se um endereço http ou https`,
    chain: ({ target }) => `${target} é um PURL deste mesmo nó: dê o lugar ao qual ele leva`,
    domain: ({ domain }) => `o cunhador ${domain} não é um domínio de PURLs: estes não têm modelo nem NAAN`,
  },
  'purl-not-found': ({ purl }) => `o PURL ${purl} não é conhecido aqui: veja se há um engano nele`,
  'purl-gone': {
    said: ({ purl, why }) => `o PURL ${purl} acabou para sempre: ${why}`,
    unsaid: ({ purl }) => `o PURL ${purl} acabou para sempre`,
  },
  'purl-owned': ({ path }) => `o PURL ${path} é de outra pessoa, que pode fazer de você um mantenedor dele`,
  'handle-invalid': 'isto não é um handle: esperava-se um prefixo, uma barra e um nome, como em 20.500.12345/abc',
  'handle-not-found': ({ handle }) =>
    `${handle} não é conhecido aqui: veja se há um engano nele, ou pergunte a hdl.handle.net`,
  'handle-withdrawn': {
    said: ({ handle, why }) =>
      `${handle} foi retirado, e não leva mais a lugar nenhum: ${why}; ?noredirect mostra os seus valores`,
    unsaid: ({ handle }) =>
      `${handle} foi retirado, e não leva mais a lugar nenhum; ?noredirect mostra os seus valores`,
  },
};
