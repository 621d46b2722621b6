import type { Difference, ItemRefusals } from '../../codes/item-refusals.ts';
import type { WordsFor } from '../sentence.ts';
import { EXPECTED } from './fields.ts';
import { at, expectedInPortuguese } from './grammar.ts';
import { MINTER_FILES } from './minter-files.ts';

const DIFFERENCES: Readonly<Record<Difference, string>> = {
  item: 'outro item',
  labels: 'outros rótulos',
  aliases: 'outros identificadores',
  description: 'outra descrição',
  files: 'outros arquivos',
};

export const ITEMS: WordsFor<ItemRefusals> = {
  'item-not-found': {
    label: ({ label }) => `${label} não está neste Arquivo`,
    described: ({ label, by }) => `${label}, que ${by} descreve, não está neste Arquivo`,
    'copy-source': ({ label }) => `${label} não está neste Arquivo: diga de onde copiá-lo`,
    said: ({ origin, said }, say) => `${origin} diz: ${say(said)}`,
  },
  'item-removed': {
    stays: ({ label }) => `${label} foi removido: fica como estava`,
    before: ({ label }) => `${label} já foi removido`,
    because: ({ label, because }) => `${label} foi removido: ${because}`,
    on: ({ label, date, because }) => `${label} foi removido em ${date}: ${because}`,
    said: ({ origin, said }, say) => `${origin} diz: ${say(said)}`,
  },
  'item-withdrawn': ({ label, date, because }) => `${label} foi retirado de circulação em ${date}: ${because}`,
  'item-changed': {
    meanwhile: ({ label }) => `${label} foi alterado enquanto isso: veja-o de novo e repita`,
    revision: ({ label, revision }) => `${label} está agora na revisão ${revision}: veja-o de novo e repita`,
    transfer: ({ transfer }) => `a transferência ${transfer} deu outro passo enquanto isso: repita`,
  },
  'item-refused': {
    'not-original': ({ label }) => `${label} não é o original aqui: altere o original e depois renove a cópia`,
    'no-member': ({ label }) => `${label} não está nesta coleção`,
    'never-member': ({ label }) =>
      `${label} descreve um item, ou é um serviço: só itens com arquivos estão em coleções`,
    'no-metadata': ({ label }) => `${label} não tem metadados neste Arquivo`,
    describes: ({ label, other }) => `${label} descreve ${other}: remova aquele, e a sua descrição fica`,
    'archive-service': ({ label }) => `${label} é o próprio serviço de Arquivo, que não se remove nem se move`,
    'no-editions': ({ label }) => `${label} são metadados, que não têm edições: ligue o item que eles descrevem`,
    'one-service': ({ label }) => `${label} é um serviço de Arquivo, que não tem edições nem traduções`,
    'not-added': ({ label, ibip }) =>
      `${ibip} não foi acrescentado depois a ${label}: um item mantém os rótulos com que veio`,
    restored: ({ label }) =>
      `${label} ainda não pode ser entregue: este Arquivo foi restaurado e ainda não leu o registro do seu resolvedor`,
    'in-transfer': ({ label }) => `${label} está sendo entregue a outro Arquivo: termine ou cancele antes a entrega`,
    withdrawn: ({ label }) => `${label} está retirado de circulação: restaure-o antes de entregá-lo`,
    'withdrawn-before': ({ label }) => `${label} já está retirado de circulação`,
    'not-withdrawn': ({ label }) => `${label} não está retirado de circulação`,
    'removed-here': ({ label }) => `${label} foi removido aqui: nenhuma cópia pode tomar o seu lugar`,
    'original-here': ({ label }) =>
      `${label} está aqui, ou a caminho daqui, como original: um Arquivo não tem cópia ao lado dele`,
    'no-copy': ({ label }) => `${label} não é uma cópia aqui, e não há o que renovar`,
    'described-otherwise': ({ label, here, there }) =>
      `${label} é descrito por ${here} aqui e por ${there} lá: descarte a cópia daqui e repita`,
    'moves-with': ({ label, other }) => `${label} vai com ${other}, que ele descreve: entregue aquele`,
    'others-links': ({ label }) => `${label} não é o original aqui: quem o tem propõe as suas ligações`,
    'no-original-any-more': ({ label }) => `${label} já não é um original deste Arquivo`,
    'both-here': () => 'este Arquivo tem os dois: ligue-os aqui',
    'not-held': ({ label }) => `${label} não pode ser entregue assim: este Arquivo não o tem`,
    'holds-original': ({ label }) => `${label} não pode ser entregue assim: este Arquivo tem o original`,
    'holds-copy': ({ label, from }) =>
      `${label} não pode ser entregue assim: este Arquivo tem uma cópia, que veio de ${from}; só o original é entregue`,
    'holds-tombstone': ({ label }) => `${label} não pode ser entregue assim: foi removido deste Arquivo`,
    'handing-over': ({ label, to }) =>
      `${label} não pode ser entregue assim: este Arquivo o está entregando a ${to}; termine ou cancele antes`,
    'taking-over': ({ label, from }) =>
      `${label} não pode ser entregue assim: este Arquivo o está recebendo de ${from}; termine ou cancele antes`,
  },
  'label-invalid': {
    label: (unfit) => `"${unfit.text}" não é um rótulo: ${at(unfit)}`,
    ibip: (unfit) => `"${unfit.text}" não é um IBIp: ${at(unfit)}`,
    repository: (unfit) => `"${unfit.text}" não é um nome de repositório: ${at(unfit)}`,
    'resolver-service': ({ label }) => `${label} é o rótulo do resolvedor, e de nenhum item`,
    'not-minted': ({ label }) => `${label} tem o nome deste nó, que não o gerou`,
    future: ({ label }) => `${label} é de um momento que ainda não chegou: veja os relógios`,
    relation: ({ text, label }) => `${text} pede uma relação de ${label}: dê só um rótulo`,
  },
  'label-taken': {
    here: ({ label }) => `${label} já é de um item deste Arquivo: um Arquivo não tem dois itens de um só rótulo`,
    reserved: ({ label }) => `${label} está reservado a um rascunho daqui: só ele é publicado sob esse rótulo`,
    disputed: ({ label }) => `vários Arquivos já dizem que ${label} é deles`,
    elsewhere: ({ label, address }) => `${label} é de um item do Arquivo em ${address}: um rótulo leva a um só item`,
    differs: ({ label, difference }) => `${label} já está aqui, com ${DIFFERENCES[difference]}: fica como está`,
    'other-item': ({ label, here, there }) => `${label} é ${here} neste Arquivo, e ${there} lá`,
  },
  'alias-invalid': {
    unfit: (unfit) => `"${unfit.text}" não é outro identificador: ${at(unfit)}`,
    'too-many': ({ max }) => `um item tem no máximo ${max} outros identificadores`,
  },
  'alias-taken': {
    here: ({ alias, label }) => `${alias} já leva a ${label}: um identificador é de um só item`,
    there: ({ alias, here, there }) => `${alias} leva a ${here} aqui, e a ${there} lá`,
    elsewhere: ({ alias, label }) =>
      `segundo o resolvedor, ${alias} leva a ${label}, um item de outro Arquivo: um identificador é de um só item`,
    announced: ({ alias, service, address }) =>
      `o Arquivo ${service}, em ${address}, anunciou ${alias} ao resolvedor e não responde agora: tente de novo quando ele voltar`,
    mintable: ({ alias }) =>
      `${alias} é outro identificador de um item deste nó, e este cunhador poderia emiti-lo: use outro modelo ou NAAN`,
  },
  'alias-minted': {
    minted: ({ alias }) => `${alias} é um nome de um cunhador deste nó: vincule ali o seu destino`,
    mintable: ({ alias, minter }) => `${alias} é um nome que o cunhador ${minter} deste nó pode emitir`,
  },
  'alias-unknown': ({ label, alias }) => `${label} não tem o identificador ${alias}`,
  'metadata-invalid': ({ problems: [first, ...others] }) =>
    `metadados: em ${first?.path || 'tudo'} esperava-se ${first === undefined ? '' : expectedInPortuguese(first)}${others.length > 0 ? ` (e mais ${others.length})` : ''}`,
  'edition-exists': {
    next: ({ earlier, next }) =>
      `${earlier} tem uma edição seguinte, ${next}: faça da sua uma edição da última, ou remova antes essa ligação se ela foi removida em outro lugar`,
    said: ({ earlier, next }) =>
      `aqui se diz que ${next} é a edição seguinte de ${earlier}: faça da sua uma edição dela, ou remova antes a ligação dela`,
    previous: ({ later, previous }) => `${later} já é a edição seguinte de ${previous}`,
    'one-place': ({ label, other }) => `${label} e ${other} têm um só lugar entre as edições`,
  },
  'edition-order': {
    itself: ({ label }) => `${label} não pode ser uma edição de si mesmo`,
    'same-item': ({ earlier, later }) => `${later} já é uma edição do mesmo item que ${earlier}`,
    already: ({ earlier, later }) => `${earlier} já é uma edição de ${later}`,
    'one-item': ({ label, other }) => `${label} e ${other}, que são um só item, são duas edições`,
    loop: ({ label, other }) => `as edições posteriores de ${other} levam a ${label}, que não pode vir antes delas`,
  },
  'translation-exists': {
    itself: ({ label }) => `${label} não pode ser uma tradução de si mesmo`,
    translation: ({ language, label }) => `já há uma tradução para ${language}: ${label}`,
    version: ({ language, label }) =>
      `já se diz que ${label} é a versão em ${language}: se não for, remova antes a ligação dele`,
    'no-language': ({ label }) => `uma tradução de ${label} precisa de um idioma`,
  },
  'relation-not-found': ({ label, other, linked }) =>
    `${label} não está ligado a ${other}${linked.length === 0 ? '' : `, mas a ${linked.join(', ')}`}`,
  'proposal-not-found': ({ id }) => `nada foi proposto a este Arquivo com o número ${id}`,
  'proposal-settled': {
    state: ({ id, state }) => `a proposta ${id} já foi decidida (${state}): altere a própria ligação`,
    'not-said': ({ address }) => `o Arquivo em ${address}, que o tem, não o diz`,
    removed: ({ item }) => `${item} foi removido`,
    withdrawn: ({ id, said }, say) => `a proposta ${id} foi retirada: ${say(said)}`,
  },
  'language-invalid': {
    unfit: ({ text }) =>
      `"${text}" não é um idioma: escreva duas letras, ou três onde não há duas, e talvez um país: pt, pt-BR, yrl`,
    other: ({ label, known, language }) => `${label} está em ${known}, não em ${language}: altere antes o seu idioma`,
    unknown: ({ label, archive }) => `o idioma de ${label} não é conhecido: peça a ${archive} que lhe dê um`,
  },
  'network-invalid': (unfit) => `"${unfit.text}" não é uma rede: esperava-se ${expectedInPortuguese(unfit)}`,
  'target-missing': ({ target, files }) => `"${target}" não é nenhum dos arquivos do item: ${files}`,
  'nothing-to-change': 'nada foi dado para alterar',
  'reason-missing': {
    tombstone: ({ max }) => `diga o motivo, em até ${max} caracteres: a lápide o mostrará`,
    proposal: ({ max }) => `diga o motivo, em até ${max} caracteres: o outro lado será informado`,
    return: ({ max }) => `diga o que mudar, em até ${max} caracteres: o depositante o lerá`,
  },
  'search-too-wide': {
    stars: ({ max }) =>
      `no máximo ${max} palavras de uma busca podem terminar com asterisco: escreva algumas por inteiro`,
    words: ({ max }) => `uma busca tem no máximo ${max} palavras: procure as mais raras`,
  },
  'too-many-searches': ({ seconds }) =>
    `buscas demais vieram da sua rede: espere ${seconds} s; todos os registros estão em /dumps`,
  'search-too-slow': ({ seconds }) =>
    `a busca foi abandonada após ${seconds} s: procure palavras mais raras, ou tente mais tarde`,
  'cursor-invalid': ({ cursor }) => `"${cursor}" não é um cursor: use "next" da página anterior`,
  'changes-restored': ({ cursor }) =>
    `nenhuma alteração daqui tem o cursor "${cursor}": um estado anterior foi restaurado desde então; leia as alterações desde o começo`,
  'changes-unready': 'as alterações de itens mais antigos ainda estão sendo contadas: tente de novo em um minuto',
  'zip-unready': ({ label }) =>
    `os arquivos de ${label} estão sendo lidos para o arquivo ZIP: tente de novo em um minuto`,
  'archive-service-fixed': ({ label }) => `o serviço de Arquivo destes dados é ${label}, e fica assim`,
  'file-embargoed': ({ label, until }) => `os arquivos de ${label} estão fechados até ${until}`,
  'embargo-invalid': ({ text }) => `${text} não é um dia como 2027-01-31`,
  'client-not-allowed': ({ label, address, metadata }) =>
    metadata === ''
      ? `${label} não pode ser lido de ${address}`
      : `${label} não pode ser lido de ${address}; os seus metadados podem: ${metadata}`,
  'description-closed': {
    here: ({ label }) => `a descrição de ${label} é fechada: uma chave a abre`,
    there: ({ label, origin }) => `${origin} mantém fechada a descrição de ${label}: uma chave dele a abre`,
  },
  'file-list-closed': {
    here: ({ label }) => `a lista de arquivos de ${label} é fechada: uma chave a abre`,
    there: ({ label, origin }) => `${origin} mantém fechada a lista de arquivos de ${label}: uma chave dele a abre`,
  },
  'no-files': {
    none: 'um item precisa de pelo menos um arquivo: dê o seu caminho',
    paths: ({ paths }) => `não há arquivo a depositar em ${paths}`,
  },
  'file-name-invalid': {
    unfit: (unfit) => `"${unfit.path}", ${at(unfit)}`,
    unkept: (unfit) => `${unfit.path} não pode manter o seu nome: ${at(unfit)}`,
    upload: (unfit) => `filename: ${at(unfit)}`,
    outside: ({ path }) => `"${path}" não é um caminho dentro da pasta de arquivos: escreva um sem ".."`,
    encoding: ({ path, encoding }) => `"${path}" tem letras que ${encoding} não tem`,
    bytes: ({ path }) => `${path} não está em UTF-8: escreva os outros bytes como em Relat\\xF3rio.pdf`,
  },
  'file-name-taken': {
    case: ({ path }) => `${path}: outro arquivo tem este nome, fora maiúsculas e minúsculas; renomeie um`,
    both: ({ path, one, other }) => `${one} e ${other} seriam ambos ${path}: renomeie um`,
  },
  'too-many-files': ({ max }) => `um item tem no máximo ${max} arquivos: junte alguns, ou deposite vários itens`,
  'file-too-large': {
    come: ({ path, bytes, max }) => `${path}: vieram ${bytes} bytes e aceitam-se no máximo ${max}; envie um menor`,
    known: ({ path, bytes, max }) => `${path} tem ${bytes} bytes, e aqui se aceitam no máximo ${max}`,
    announced: ({ max }) => `um arquivo tem no máximo ${max} bytes; envie um menor`,
    upload: ({ id, bytes }) => `o envio ${id} foi anunciado com ${bytes} bytes, e vieram mais`,
  },
  'documents-exist': {
    deposit: ({ label }) => `${label} já tem os seus documentos: deposite os outros como outro item`,
    'left-behind': ({ label }) => `outros documentos de ${label} ficaram para trás aqui`,
  },
  'file-missing': {
    'of-item': ({ path, label }) => `${label} não tem o arquivo ${path}`,
    'not-listed': ({ path, label }) => `${path} não está entre os documentos de ${label}: veja a lista de arquivos`,
    upload: ({ id }) => `${id}: não há tal envio; envie de novo`,
    address: ({ address }) => `não há documento em /col/${address}`,
  },
  'file-unreadable': {
    failed: ({ path, cause }) => `${path} não pode ser lido (${cause})`,
    'not-found': ({ path, cause }) => `${path} não pode ser lido (${cause}): verifique o caminho`,
    'not-utf-8': ({ path, cause }) =>
      `${path} não pode ser lido (${cause}): o nome não está em UTF-8, dê a pasta em que está`,
    unwritable: ({ path, cause }) => `${path} não pode ser escrito: ${cause}`,
    'no-proof': (unfit) => `${unfit.path} não é um arquivo de prova: esperava-se ${expectedInPortuguese(unfit)}`,
    'no-head': ({ path }) =>
      `${path} não tem a cabeça de um registro: indique outro arquivo, ou remova-o para recomeçar`,
    outside: ({ path, folder }) =>
      `${path} não é um arquivo dentro de ${folder}: corrija o caminho, ou indique outra pasta`,
    shorter: ({ path }) => `${path} encolheu enquanto era enviado: deposite-o de novo`,
    several: ({ path }) => `${path} pode ser vários arquivos: dê a pasta em que estão`,
    link: ({ path }) => `${path} é um link simbólico: dê aquilo a que leva`,
    'no-file': ({ path }) => `${path} não é um arquivo nem uma pasta: tire-o`,
  },
  'format-not-offered': ({ label, formats }) =>
    `${label} não está descrito em um formato do cabeçalho Accept; há ${formats.join(', ')}`,
  'file-damaged': {
    catalogue: ({ path, label }) => `${path} de ${label} não é o que o catálogo diz`,
    here: ({ path, label }) =>
      `${path} de ${label} está danificado no disco deste nó, que procura uma cópia dele em outro lugar; tente mais tarde`,
    line: ({ path, bytes, sha256 }) =>
      `${path} tem ${bytes} bytes de SHA-256 ${sha256}, e não o que a linha diz: traga o arquivo certo`,
  },
  'copy-differs': ({ path, sha256, announced }) =>
    `${path} não é o que foi anunciado: SHA-256 ${sha256}, e não ${announced}; tente mais tarde`,
  'package-invalid': {
    'no-package': ({ path }) => `não há pacote BagIt, objeto OCFL nem RO-Crate em ${path}`,
    'no-items': ({ path }) => `não há nenhum item deste formato em ${path}`,
    'no-storage-root': ({ path }) =>
      `${path} não está vazia nem é uma raiz de armazenamento OCFL 1.1: indique outra pasta`,
    declaration: ({ path }) => `${path} não diz que o pacote é de uma versão conhecida aqui`,
    'no-record': ({ path }) => `falta ${path}: só se importam pacotes que o Perene exportou, ou que têm tal registro`,
    unreadable: ({ path }) => `não é possível ler ${path}: não é o que o formato pede`,
    link: ({ path }) => `${path} é um link ou não é um arquivo comum: pacotes não podem ter isso`,
    outside: ({ path }) => `${path} leva para fora do pacote`,
    unlisted: ({ path }) => `${path} está no pacote, mas não nas suas listas`,
    missing: ({ path }) => `${path} está em uma lista do pacote, mas não no pacote`,
    incomplete: ({ missing }) =>
      `o repositório falou de ${missing} registros que não estão em nenhum arquivo: colete-o até o fim`,
    undescribed: ({ path }) => `nenhum registro diz o que é ${path}`,
    unnamed: ({ path }) => `o registro em ${path} não diz de que item ele é`,
    hash: ({ path }) => `${path} não tem o hash que o pacote diz`,
    'too-many': ({ path }) => `${path} tem arquivos demais para um pacote`,
    'too-large': ({ path }) => `${path} é grande demais para uma lista ou um registro`,
  },
  'record-invalid': {
    field: ({ place, expected }) => `em ${place} esperava-se ${EXPECTED[expected]}`,
    choice: ({ place, choices }) => `em ${place} esperava-se ${choices}`,
    removal: ({ place, max }) =>
      `em ${place} esperava-se quando e por quê: {"at": "...", "reason": "até ${max} caracteres"}`,
    'unknown-field': ({ name, place }) => `"${name}" não é um campo de ${place === '' ? 'um item' : place}`,
    'line-too-long': ({ max }) => `a linha tem mais de ${max} bytes`,
    'line-not-utf-8': 'a linha não está em UTF-8',
    'no-json': 'a linha não é JSON: escreva um objeto por linha',
    'no-object': 'a linha não é um objeto: escreva um como {"repository": "..."}',
    ...MINTER_FILES,
  },
};
