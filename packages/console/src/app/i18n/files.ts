import type { Translated } from './language.ts';

const english = {
  legend: 'Files',
  drop: 'Drop files or folders here',
  or: 'or',
  chooseFiles: 'Choose files',
  chooseFolder: 'Choose a folder',
  caption: 'Chosen files',
  path: 'File',
  size: 'Size',
  remove: 'Remove',
  removeFile: (path: string) => `Remove ${path}`,
  removeAll: 'Remove all',
  count: (count: number, shown: string) => (count === 1 ? '1 file' : `${shown} files`),
  inAll: (bytes: string) => `${bytes} in all`,
  notShown: (count: string) => `and ${count} more`,
  missing: 'Choose at least one file.',
  tooMany: 'An item has at most 10,000 files. Pack them into one archive, or make several items.',
  unreadable: 'Something that was dropped cannot be read.',
  problems: {
    'file-path/empty': 'The file has no name.',
    'file-path/too-long': 'The path is too long: at most 1,024 bytes.',
    'file-path/character':
      'The name has a character that not every computer can keep: < > : " | ? * \\ or an invisible one.',
    'file-path/too-deep': 'The file lies in more than 32 folders.',
    'file-path/empty-name': 'A folder has no name.',
    'file-path/relative': 'A folder is called “.” or “..”.',
    'file-path/blank': 'A name begins or ends with a blank.',
    'file-path/point': 'A name ends with a point.',
    'file-path/device': 'On some computers this is the name of a device, as CON is.',
    'file-path/long-name': 'The name is too long: at most 255 bytes.',
    'file-path/taken': 'Another file has almost the same name.',
  } as Readonly<Record<string, string>>,
  rename: 'Rename the file on your computer, then choose it again.',
};

export type FileTexts = typeof english;

const portuguese: FileTexts = {
  legend: 'Arquivos',
  drop: 'Solte arquivos ou pastas aqui',
  or: 'ou',
  chooseFiles: 'Escolher arquivos',
  chooseFolder: 'Escolher uma pasta',
  caption: 'Arquivos escolhidos',
  path: 'Arquivo',
  size: 'Tamanho',
  remove: 'Remover',
  removeFile: (path) => `Remover ${path}`,
  removeAll: 'Remover todos',
  count: (count, shown) => (count === 1 ? '1 arquivo' : `${shown} arquivos`),
  inAll: (bytes) => `${bytes} ao todo`,
  notShown: (count) => `e mais ${count}`,
  missing: 'Escolha pelo menos um arquivo.',
  tooMany: 'Um item tem no máximo 10.000 arquivos. Junte-os em um pacote, ou faça vários itens.',
  unreadable: 'Algo do que foi solto não pode ser lido.',
  problems: {
    'file-path/empty': 'O arquivo não tem nome.',
    'file-path/too-long': 'O caminho é longo demais: no máximo 1.024 bytes.',
    'file-path/character': 'O nome tem um caractere que nem todo computador guarda: < > : " | ? * \\ ou um invisível.',
    'file-path/too-deep': 'O arquivo está dentro de mais de 32 pastas.',
    'file-path/empty-name': 'Uma pasta não tem nome.',
    'file-path/relative': 'Uma pasta se chama “.” ou “..”.',
    'file-path/blank': 'Um nome começa ou termina com espaço.',
    'file-path/point': 'Um nome termina com ponto.',
    'file-path/device': 'Em alguns computadores este é o nome de um dispositivo, como CON.',
    'file-path/long-name': 'O nome é longo demais: no máximo 255 bytes.',
    'file-path/taken': 'Outro arquivo tem quase o mesmo nome.',
  },
  rename: 'Renomeie o arquivo no seu computador e escolha-o de novo.',
};

export const FILES: Translated<FileTexts> = { en: english, pt: portuguese };
