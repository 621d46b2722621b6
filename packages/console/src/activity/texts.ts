import type { Translated } from '../i18n/language.ts';

/** Texts of the page about what was done. */
const english = {
  title: 'Activity',
  introduction: 'Who did what to which item, the latest first. Nothing of it is ever changed or taken away.',
  item: 'Item',
  itemHint: 'Label',
  who: 'Person',
  from: 'From',
  to: 'To',
  show: 'Show',
  clear: 'Show all',
  filters: 'Filters',
  when: 'When',
  what: 'What',
  onlyPerson: (who: string) => `Only what ${who} did`,
  empty: 'Nothing was done yet',
  emptyText: 'What people deposit, edit and remove appears here.',
  emptyFiltered: 'Nothing fits these filters',
  description: 'description of',
  gone: 'not here any more',
};

export type ActivityTexts = typeof english;

const portuguese: ActivityTexts = {
  title: 'Atividade',
  introduction: 'Quem fez o quê com qual item, o mais recente primeiro. Nada disso é alterado nem retirado.',
  item: 'Item',
  itemHint: 'Rótulo',
  who: 'Pessoa',
  from: 'De',
  to: 'Até',
  show: 'Mostrar',
  clear: 'Mostrar tudo',
  filters: 'Filtros',
  when: 'Quando',
  what: 'O quê',
  onlyPerson: (who) => `Só o que ${who} fez`,
  empty: 'Nada foi feito ainda',
  emptyText: 'O que as pessoas depositam, editam e removem aparece aqui.',
  emptyFiltered: 'Nada corresponde a estes filtros',
  description: 'descrição de',
  gone: 'não está mais aqui',
};

export const ACTIVITY: Translated<ActivityTexts> = { en: english, pt: portuguese };
