import type { RequestRefusals } from '../../codes/request-refusals.ts';
import type { WordsFor } from '../sentence.ts';

export const REQUESTS: WordsFor<RequestRefusals> = {
  'request-invalid': {
    schema: ({ problems: [first] }) => `${first?.path ?? 'body'} não serve: ${first?.expected ?? 'está errado'}`,
    http: ({ text }) => `o pedido não serve: ${text}`,
    'too-deep': ({ max }) => `o JSON tem mais de ${max} níveis, de que nada aqui precisa`,
    'unknown-protocol': 'este não é um pedido que HTTP/1.1 conheça',
    'key-characters': 'a chave do outro Arquivo tem caracteres que nenhuma chave tem',
    'archive-address': ({ text }) => `"${text}" não é endereço de um Arquivo: dê http:// ou https:// e o servidor`,
    'file-not-asked': ({ index }) => `o arquivo ${index} não foi pedido: envie os que faltam, cada um uma vez`,
    'archive-missing': ({ label }) => `${label} ainda não está sendo entregue: diga a que Arquivo`,
    'same-archive': ({ origin }) => `${origin} é este próprio Arquivo: dê outro`,
    'whole-minters': 'cunhadores inteiros são movidos na máquina do nó',
    'no-day': ({ day }) => `${day} não é um dia do calendário`,
    'no-datetime': ({ text }) =>
      `"${text}" em Accept-Datetime não é uma data do HTTP: escreva "Wed, 18 Nov 2026 02:00:00 GMT"`,
    'days-many': ({ most }) => `um relatório por dia é de no máximo ${most} dias: peça menos, ou por mês`,
    'days-turned': ({ from, to }) => `não há dia de ${from} a ${to}: troque-os`,
    'labels-or-filter': 'uma alteração de vários itens pede ou os rótulos deles ou um filtro',
    'if-match': 'If-Match pede o ETag do item, como "3"',
    'names-sought': 'dê "element" e "value" juntos, ou só "target"',
    'names-changed': 'dê um de "lines", "csv" e "replace"',
    'elements-changed': ({ max }) => `no máximo ${max} elementos de um nome se alteram juntos`,
    table: ({ line, problem }) =>
      `a linha ${line} da tabela ${
        {
          header: 'precisa de nomes de elementos, cada um uma vez',
          quote: 'tem aspas no lugar errado',
          columns: 'tem mais ou menos campos que a primeira',
        }[problem]
      }`,
    'two-values': 'o corpo tem "value" e "base64": dê um deles',
    'index-or-label': 'dê "index" ou "label", um dos dois',
    'top-without-items': '"top" pede group=item',
    'first-part': ({ part }) => `a primeira parte deve ser "${part}", com o que se descreve em JSON`,
    'second-part': ({ part }) => `só pode haver uma parte "${part}"`,
    'part-without-name': ({ part }) => `a parte "${part}" não tem filename, que é o caminho do arquivo`,
    'part-not-utf-8': ({ part }) => `a parte "${part}" não está em UTF-8`,
    'part-no-json': ({ part, cause }) => `a parte "${part}" não é JSON${cause === '' ? '' : `: ${cause}`}`,
    multipart: ({ cause }) =>
      `o corpo em partes está malformado${cause === '' ? '' : ` (${cause})`}: nada foi guardado; envie de novo`,
    'file-number': 'cada arquivo tem por nome o seu número',
  },
  'request-repeated': 'um pedido com esta Idempotency-Key já foi atendido',
  'request-differs': 'esta Idempotency-Key foi usada em outro pedido: use uma nova',
  'request-too-large': {
    http: ({ text }) => `o pedido é grande demais: ${text}`,
    part: ({ part, max }) => `a parte "${part}" tem no máximo ${max} bytes`,
    commands: ({ max }) => `enviam-se no máximo ${max} bytes de comandos de uma vez`,
    line: ({ max }) => `uma linha tem no máximo ${max} bytes`,
  },
  'media-type-unsupported': {
    http: ({ text }) => `este tipo de conteúdo não é aceito aqui: ${text}`,
    other: ({ expected }) => `envie o corpo como ${expected}`,
  },
  'head-too-large': 'o endereço e os cabeçalhos do pedido são longos demais',
  'request-too-slow': 'o pedido demorou demais para chegar',
  'address-unknown': {
    address: ({ method, address }) => `não há nada em ${address} para ${method}`,
    guide: ({ page }) => `o guia não tem a página ${page}: /docs lista todas`,
  },
  'method-not-allowed': ({ method, allowed }) => `${method} não serve para este endereço, que tem ${allowed}`,
  'upload-not-found': ({ id }) => `não há envio ${id} seu: comece outro`,
  'upload-incomplete': ({ id, missing, received }) => `faltam ${missing} bytes ao envio ${id}: continue de ${received}`,
  'upload-offset': ({ id, received, offset }) => `o envio ${id} está em ${received}, não em ${offset}: continue dali`,
  'upload-busy': ({ id }) => `o envio ${id} está sendo continuado por outro pedido: espere que termine`,
  'too-many-waiting': ({ max }) => `${max} outros já esperam por alterações: pergunte sem esperar, ou tente mais tarde`,
  'too-many-uploads': ({ max }) => `${max} envios estão abertos: termine ou apague alguns, ou tente mais tarde`,
  'tus-version': ({ version }) => `os envios falam tus ${version}: envie "Tus-Resumable: ${version}"`,
};
