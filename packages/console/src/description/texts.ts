import { metadataTexts } from '@perene/api/words';
import type { Translated } from '../i18n/language.ts';

/** Texts of the form that describes an item. */
const english = {
  legend: 'Description',
  ...metadataTexts('en'),
  itemLanguage: 'Language of the work',
  noLanguage: 'not said',
  commonLanguages: 'Often used',
  allLanguages: 'All languages',
  valueLanguage: (field: string, position: number) => `Language of ${field} ${position}`,
  anyLanguage: 'any language',
  nth: (field: string, position: number) => (position === 1 ? field : `${field} ${position}`),
  addValue: (field: string) => `Add another: ${field}`,
  oneInEach: 'One in each field.',
  addTitle: 'Add the title in another language',
  addAbstract: 'Add the abstract in another language',
  detailsOf: (field: string) => `Details: ${field}`,
  licence: 'Licence to choose',
  noChoice: 'not said',
  removeValue: (field: string) => `Remove ${field}`,
  remove: 'Remove',
  addField: 'Add another field',
  chooseField: 'Choose a field …',
  ownField: 'A field with a name of its own …',
  ownFieldName: 'Name of the field',
  ownFieldHint: 'A lower-case letter, then letters, digits, "_", "." or "-".',
  addOwnField: 'Add this field',
  access: {
    legend: 'Who may open the files',
    everyone: 'Everyone',
    networks: 'Only computers in certain networks',
    networksHint:
      'For example those of your institution. The description can be read by everyone all the same, unless you close it below.',
    networkList: 'Networks',
    networkListHint: 'One a line, such as 192.0.2.0/24 or 2001:db8::/32.',
    networkMissing: 'Write at least one network.',
    networkWrong: (line: string) => `“${line}” is not a network such as 192.0.2.0/24.`,
    embargo: 'Files are closed until (embargo)',
    embargoHint:
      'They open by themselves when that day begins in UTC. The description is public at once. Leave it empty for none.',
    closed: 'Keep the list of files closed',
    closedHint: 'Readers are led to the file that the link opens, and do not see what other files there are.',
    undescribed: 'Close the description too',
    undescribedHint:
      'Title, people and the names of files are shown only to holders of a key and, where you named networks, inside them. That the item exists stays public.',
  },
  target: 'The file that the link opens',
  targetHint: 'Whoever follows the persistent link comes to this file.',
};

export type DescriptionTexts = typeof english;

const portuguese: DescriptionTexts = {
  legend: 'Descrição',
  ...metadataTexts('pt'),
  itemLanguage: 'Idioma da obra',
  noLanguage: 'não informado',
  commonLanguages: 'Mais usados',
  allLanguages: 'Todos os idiomas',
  valueLanguage: (field, position) => `Idioma de ${field} ${position}`,
  anyLanguage: 'qualquer idioma',
  nth: (field, position) => (position === 1 ? field : `${field} ${position}`),
  addValue: (field) => `Acrescentar outro: ${field}`,
  oneInEach: 'Um em cada campo.',
  addTitle: 'Acrescentar o título em outro idioma',
  addAbstract: 'Acrescentar o resumo em outro idioma',
  detailsOf: (field: string) => `Detalhes: ${field}`,
  licence: 'Licença a escolher',
  noChoice: 'não informado',
  removeValue: (field) => `Remover ${field}`,
  remove: 'Remover',
  addField: 'Acrescentar outro campo',
  chooseField: 'Escolha um campo …',
  ownField: 'Um campo com nome próprio …',
  ownFieldName: 'Nome do campo',
  ownFieldHint: 'Uma letra minúscula, depois letras, algarismos, "_", "." ou "-".',
  addOwnField: 'Acrescentar este campo',
  access: {
    legend: 'Quem pode abrir os arquivos',
    everyone: 'Todos',
    networks: 'Só computadores de certas redes',
    networksHint:
      'Por exemplo as da sua instituição. A descrição pode ser lida por todos mesmo assim, a não ser que você a feche abaixo.',
    networkList: 'Redes',
    networkListHint: 'Uma por linha, como 192.0.2.0/24 ou 2001:db8::/32.',
    networkMissing: 'Escreva pelo menos uma rede.',
    networkWrong: (line) => `“${line}” não é uma rede como 192.0.2.0/24.`,
    embargo: 'Arquivos fechados até (embargo)',
    embargoHint:
      'Abrem sozinhos quando esse dia começa em UTC. A descrição é pública desde já. Deixe vazio se não houver.',
    closed: 'Manter fechada a lista de arquivos',
    closedHint: 'Quem lê é levado ao arquivo que o link abre, e não vê que outros arquivos há.',
    undescribed: 'Fechar também a descrição',
    undescribedHint:
      'Título, pessoas e nomes de arquivos são mostrados só a quem tem chave e, onde você nomeou redes, dentro delas. Que o item existe continua público.',
  },
  target: 'O arquivo que o link abre',
  targetHint: 'Quem segue o link persistente chega a este arquivo.',
};

export const DESCRIPTION: Translated<DescriptionTexts> = { en: english, pt: portuguese };
