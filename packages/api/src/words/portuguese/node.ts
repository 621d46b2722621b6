import type { NodeRefusals } from '../../codes/node-refusals.ts';
import type { WordsFor } from '../sentence.ts';
import { expectedInPortuguese } from './grammar.ts';

const DISK_ADVICE: Readonly<Record<string, string>> = {
  EACCES: 'deixe o usuário deste processo ler e gravar ali',
  EPERM: 'deixe o usuário deste processo ler e gravar ali',
  EROFS: 'monte o disco para gravação',
  ENOSPC: 'libere espaço no disco',
  EDQUOT: 'libere espaço, ou aumente a cota',
  EMFILE: 'deixe este processo abrir mais arquivos',
  ENFILE: 'deixe esta máquina abrir mais arquivos',
  EXDEV: 'mantenha toda a pasta de dados em um só sistema de arquivos',
};

export const NODE: WordsFor<NodeRefusals> = {
  'setting-invalid': {
    unfit: (unfit) =>
      `${unfit.setting}: "${unfit.text}" está errado no caractere ${unfit.position + 1}: esperava-se ${expectedInPortuguese(unfit)}`,
    'unfit-secret': (unfit) =>
      `${unfit.setting}: o que foi dado está errado no caractere ${unfit.position + 1}: esperava-se ${expectedInPortuguese(unfit)}`,
    expected: (unfit) => `${unfit.setting}: esperava-se ${expectedInPortuguese(unfit)}`,
    unknown: ({ path, name, known }) => `${path}: não há configuração "${name}"; há ${known}`,
    'no-text': ({ path, name }) => `${path}: "${name}" deve ser um texto ou um número`,
    needs: ({ setting, other }) => `${setting} precisa de ${other}, que não foi dado`,
    'resolver-missing': 'nenhum resolvedor foi indicado',
    'registration-key-missing': 'um Arquivo é registrado com uma chave de 10 algarismos ou mais, que não foi dada',
    'key-in-file': ({ path }) =>
      `a chave do Arquivo está em ${path}, e só uma chave que o banco de dados guarda pode ser trocada: ponha outra no arquivo, reinicie, e que o operador do resolvedor a substitua`,
    'key-unfit': 'uma chave da API não tem espaços, nem outros caracteres além dos que foram mostrados',
    'own-machine': ({ command }) => `${command} age sobre uma pasta de dados, na própria máquina`,
    'server-and-here': ({ setting }) => `age-se sobre um nó em funcionamento, e ${setting} trata do que está aqui`,
    'address-unknown': ({ host, cause }) => `o endereço de ${host} não é conhecido (${cause})`,
    'address-unfit': ({ address }) => `${address} não é um endereço`,
  },
  'settings-file-unreadable': ({ path, cause }) => `o arquivo de configuração ${path} não pode ser lido: ${cause}`,
  'clock-behind': ({ seconds, last }) =>
    `o relógio está ${seconds} s atrás do último rótulo dado (${last}): acerte-o, ou espere, e cunhe de novo`,
  'dates-unproved': ({ now }) =>
    `nada prova que as datas a partir de ${now} estão livres até um rótulo posterior: espere até que chegue a última data; nada foi mudado`,
  'clock-unset': ({ now }) => `o relógio diz ${now}: acerte-o e cunhe de novo`,
  'count-out-of-range': {
    labels: ({ count, max }) => `não se cunham ${count} rótulos de uma vez: peça de 1 a ${max}`,
    identifiers: ({ max }) => `cunham-se de 1 a ${max} identificadores de uma vez`,
  },
  'data-folder-unusable': {
    unopened: ({ path, cause }) => `${path} não pode ser aberto: ${cause}`,
    'not-made': ({ path, cause }) => `a pasta ${path} não pode ser criada: ${cause}`,
    absent: ({ path }) => `não há dados em ${path}`,
    emptied: ({ path }) =>
      `${path} tem documentos, e o banco de dados está vazio: recupere o banco de uma cópia, ou mova os documentos`,
    berkeley: ({ path }) => `${path} não é um arquivo SQLite, e pode ser um cunhador do programa em Perl`,
  },
  'database-away':
    'o banco de dados não pode ser alcançado, e sem ele este nó não sabe se há algo aqui: tente de novo mais tarde',
  'database-busy': ({ database, seconds }) =>
    `${database} está travado por outro processo há ${seconds} s: tente de novo`,
  'database-failed': {
    failed: ({ database, cause }) => `${database} não pode ser usado: ${cause}; veja-o, e o seu disco`,
    unreached: ({ database, cause }) =>
      `${database} não pode ser alcançado: ${cause}; verifique se funciona, o endereço e a senha`,
    'no-url': 'o endereço do PostgreSQL não é uma URL: escreva-o como postgres://usuario:senha@servidor:5432/banco',
    encoding: ({ database, encoding }) =>
      `${database} tem a codificação ${encoding}, que não guarda todo texto: crie-o com a codificação UTF8`,
  },
  'value-unkept': {
    'null-character': 'o banco de dados não guarda um texto com o caractere U+0000: tire-o do que é enviado',
    'half-character': 'o banco de dados não guarda um texto com meio caractere: tire-o do que é enviado',
    'large-integer': 'o banco de dados não guarda um inteiro de mais de 64 bits: tire-o do que é enviado',
  },
  'database-newer': {
    data: ({ version, known }) =>
      `os dados são da versão ${version} do esquema, e este programa conhece a ${known}: use um perene mais novo`,
    backup: ({ version, known }) =>
      `a cópia de segurança é da versão ${version} do esquema, e este programa conhece a ${known}: use um perene mais novo`,
  },
  'cannot-listen': {
    address: ({ host, port, cause }) =>
      `não é possível escutar em ${host}, porta ${port} (${cause})${cause === 'EACCES' ? ': portas abaixo de 1024 pedem privilégios' : ''}`,
    worker: 'um processo auxiliar terminou antes de poder escutar: a sua mensagem está acima',
  },
  'disk-failed': {
    failed: ({ path, cause }) =>
      `${path} não pode ser usado: ${cause}; ${DISK_ADVICE[cause] ?? 'veja a pasta e o seu disco'}`,
    'no-folder': ({ path }) => `${path} não é uma pasta: tire-o dali`,
    gone: ({ path, label }) => `${path} de ${label} não está no disco`,
  },
  'backup-unusable': {
    tables: ({ names }) => `as tabelas da cópia de segurança não podem ser lidas: ela tem ${names}; use outra cópia`,
    row: ({ table, line }) =>
      `as tabelas da cópia de segurança não podem ser lidas: ${table}, linha ${line}; use outra cópia`,
    value: ({ table, line, column }) =>
      `as tabelas da cópia de segurança não podem ser lidas: ${table}, linha ${line}, ${column}; use outra cópia`,
    unreadable: ({ path }) => `${path} da cópia de segurança não pode ser lido: use outra`,
    'not-empty': 'a pasta não está vazia e não é uma cópia de segurança: indique outra',
    'other-node': 'a pasta tem a cópia de segurança de outro nó: indique outra',
    incomplete: 'a pasta não tem uma cópia completa: falta backup.json, que é escrito por último',
    missing: ({ path }) => `falta ${path} na cópia de segurança: use outra`,
    changed: ({ path }) => `${path} da cópia de segurança foi alterado ou danificado: use outra`,
  },
  'restore-not-empty': {
    version: ({ version, known }) =>
      `o banco de dados tem tabelas da versão ${version} do esquema, e a cópia é da ${known}: restaure em uma pasta de dados e um banco vazios`,
    table: ({ table }) =>
      `a tabela ${table} do banco de dados está em uso: restaure em uma pasta de dados e um banco vazios`,
    file: ({ path, label }) =>
      `a pasta de dados tem ${path} de ${label}, que a cópia não tem: restaure em uma pasta vazia`,
  },
  'key-missing': {
    none: 'isto pede uma chave: envie-a como "Authorization: Bearer CHAVE", ou entre no console',
    node: ({ url }) => `o nó em ${url} pede uma chave`,
    'other-archive': ({ archive }) => `cancelar pede uma chave de ${archive}, que decide`,
  },
  'key-wrong': 'esta chave está errada ou foi revogada: peça outra',
  'key-not-found': ({ id }) => `não há chave válida ${id}: veja a lista de chaves`,
  'key-last-admin': ({ id }) =>
    `${id} é o último administrador: crie antes outra chave de administrador, ou uma pessoa que administre`,
  'key-name-invalid': ({ max }) => `diga de quem é a chave, em uma linha de no máximo ${max} caracteres visíveis`,
  'key-expiry-invalid': ({ text }) => `uma chave não pode terminar em "${text}": dê um momento futuro, como 2030-12-31`,
  'role-missing': {
    role: ({ role, own }) => `isto pede o papel ${role}, e o seu é ${own}`,
    'own-items': ({ label }) =>
      `${label} não é seu: peça a quem o depositou, a um curador da coleção ou a um administrador`,
    limited: 'esta chave se limita a certas coleções ou cunhadores: use outra',
    'other-site': 'uma página de outro site não pode agir por você aqui: abra o endereço você mesmo',
  },
  'too-many-wrong-keys': ({ address, seconds }) => `chaves erradas demais vieram de ${address}: espere ${seconds} s`,
};
