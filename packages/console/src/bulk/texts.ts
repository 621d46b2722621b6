import type { Translated } from '../i18n/language.ts';

const english = {
  title: 'Deposit many',
  introduction:
    'A table says what there is, a row for each item; a folder has the files. Everything is looked at before anything is sent.',
  table: {
    title: '1. The table',
    text: 'A CSV file, as every spreadsheet saves it. The first row names the columns: title and file are needed; creator, language, date, description, subject, rights and the other elements of Dublin Core are welcome. Between several creators, subjects or files in one cell stands a semicolon. More of a value is said in a column after it, such as creator.orcid, contributor.role, title.language or rights.license, in the same order.',
    choose: 'Choose the table',
    template: 'Download an example',
    chosen: (name: string) => `Chosen: ${name}`,
    guessed:
      'The table is not in UTF-8, and was read as Excel saves it. Check below whether letters with accents are right.',
  },
  files: {
    title: '2. The files',
    drop: 'Drop the folder with the files here',
    chosen: (count: string) => `${count} files are there.`,
  },
  preview: {
    title: '3. Look it over',
    caption: 'Rows of the table',
    line: 'Line',
    name: 'Title',
    creators: 'Creators',
    files: 'Files',
    status: 'State',
    ready: 'ready',
    sending: 'being sent',
    deposited: 'deposited',
    notShown: (count: string) => `and ${count} more rows`,
    summary: (ready: string, wrong: string, done: string) =>
      `Ready: ${ready} · with problems: ${wrong} · deposited: ${done}`,
    leftOut:
      'Rows with problems are left out. Correct the table or the files, then choose them again: what is deposited already is not deposited twice.',
    unknownColumns: (columns: string) => `These columns are not known, and are left out: ${columns}.`,
  },
  submit: (count: number, shown: string) => (count === 1 ? 'Deposit 1 item' : `Deposit ${shown} items`),
  progress: (done: string, all: string) => `${done} of ${all} rows`,
  stop: 'Stop after this row',
  broken: 'The connection broke, so the rest waits. Go on when the node answers again: nothing is made twice.',
  finished: 'Finished.',
  results: 'Download the results',
  again: 'Forget what was deposited, and begin anew',
  resultColumns: ['line', 'title', 'result', 'label', 'persistent URL', 'message'],
  resultWords: { deposited: 'deposited', failed: 'failed', leftOut: 'left out', waiting: 'waiting' },
  problems: {
    'csv/no-text': 'This is not a table of text. Save it as CSV.',
    'csv/quote': 'There is something after the closing quotation mark of a cell.',
    'csv/unclosed': 'A quotation mark is opened and never closed.',
    'csv/empty': 'The table is empty.',
    'table/title-column': 'The first row names no column “title”.',
    'table/file-column': 'The first row names no column “file”.',
    'table/no-rows': 'Below the names of the columns there is no row.',
    'row/too-many-cells': 'The row has more cells than there are columns. Is a quotation mark missing?',
    'row/file-missing': 'This file is not among the chosen ones, or more than one has its name:',
    'row/no-file': 'The row names no file.',
    'row/too-many-said': 'This column says something of a value that is not there:',
  } as Readonly<Record<string, string>>,
  atLine: (line: string) => `Line ${line}:`,
};

export type BulkTexts = typeof english;

const portuguese: BulkTexts = {
  title: 'Depositar vários',
  introduction:
    'Uma tabela diz o que há, uma linha por item; uma pasta tem os arquivos. Tudo é conferido antes de qualquer coisa ser enviada.',
  table: {
    title: '1. A tabela',
    text: 'Um arquivo CSV, como toda planilha salva. A primeira linha nomeia as colunas: title e file são necessárias; creator, language, date, description, subject, rights e os outros elementos de Dublin Core são bem-vindos. Entre vários autores, assuntos ou arquivos de uma célula fica um ponto e vírgula. Mais sobre um valor fica numa coluna depois da sua, como creator.orcid, contributor.role, title.language ou rights.license, na mesma ordem.',
    choose: 'Escolher a tabela',
    template: 'Baixar um exemplo',
    chosen: (name) => `Escolhida: ${name}`,
    guessed:
      'A tabela não está em UTF-8, e foi lida como o Excel a salva. Confira abaixo se as letras com acento estão certas.',
  },
  files: {
    title: '2. Os arquivos',
    drop: 'Solte aqui a pasta com os arquivos',
    chosen: (count) => `Há ${count} arquivos.`,
  },
  preview: {
    title: '3. Conferir',
    caption: 'Linhas da tabela',
    line: 'Linha',
    name: 'Título',
    creators: 'Autores',
    files: 'Arquivos',
    status: 'Estado',
    ready: 'pronta',
    sending: 'sendo enviada',
    deposited: 'depositada',
    notShown: (count) => `e mais ${count} linhas`,
    summary: (ready, wrong, done) => `Prontas: ${ready} · com problemas: ${wrong} · depositadas: ${done}`,
    leftOut:
      'Linhas com problemas ficam de fora. Corrija a tabela ou os arquivos e escolha-os de novo: o que já foi depositado não é depositado duas vezes.',
    unknownColumns: (columns) => `Estas colunas não são conhecidas, e ficam de fora: ${columns}.`,
  },
  submit: (count, shown) => (count === 1 ? 'Depositar 1 item' : `Depositar ${shown} itens`),
  progress: (done, all) => `${done} de ${all} linhas`,
  stop: 'Parar depois desta linha',
  broken: 'A conexão caiu, e o resto espera. Continue quando o nó responder de novo: nada é feito duas vezes.',
  finished: 'Terminado.',
  results: 'Baixar os resultados',
  again: 'Esquecer o que foi depositado, e começar de novo',
  resultColumns: ['linha', 'título', 'resultado', 'rótulo', 'URL persistente', 'mensagem'],
  resultWords: { deposited: 'depositado', failed: 'falhou', leftOut: 'ficou de fora', waiting: 'espera' },
  problems: {
    'csv/no-text': 'Isto não é uma tabela de texto. Salve-a como CSV.',
    'csv/quote': 'Há algo depois das aspas que fecham uma célula.',
    'csv/unclosed': 'Aspas são abertas e nunca fechadas.',
    'csv/empty': 'A tabela está vazia.',
    'table/title-column': 'A primeira linha não nomeia uma coluna “title”.',
    'table/file-column': 'A primeira linha não nomeia uma coluna “file”.',
    'table/no-rows': 'Abaixo dos nomes das colunas não há nenhuma linha.',
    'row/too-many-cells': 'A linha tem mais células do que há colunas. Faltam aspas?',
    'row/file-missing': 'Este arquivo não está entre os escolhidos, ou mais de um tem este nome:',
    'row/no-file': 'A linha não nomeia nenhum arquivo.',
    'row/too-many-said': 'Esta coluna diz algo de um valor que não está lá:',
  },
  atLine: (line) => `Linha ${line}:`,
};

export const BULK: Translated<BulkTexts> = { en: english, pt: portuguese };
