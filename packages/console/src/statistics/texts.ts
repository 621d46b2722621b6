import type { Translated } from '../i18n/language.ts';

/** Texts of the page about accesses. */
const english = {
  title: 'Statistics',
  introduction:
    'How often persistent URLs led people to what is kept here. Days are those of UTC. The counts hold nobody’s name or address.',
  period: 'Period',
  periods: (days: number) => (days === 365 ? 'Last year' : `Last ${days} days`),
  custom: 'Other days',
  from: 'From',
  to: 'To',
  orderWrong: 'The first day must not come after the last.',
  item: 'Label of one item',
  itemHint: 'All items',
  show: 'Show',
  all: 'Accesses',
  data: 'To the items themselves',
  metadata: 'To their descriptions',
  none: 'No accesses in these days',
  noneText: 'Accesses are counted when somebody follows a persistent URL.',
  plot: (total: string, from: string, to: string) => `Bar chart: ${total} accesses from ${from} to ${to}`,
  byWeek: 'Each bar is a week.',
  table: 'The same as a table',
  day: 'Day',
  days: 'Days',
  top: 'Most accessed items',
  itemColumn: 'Item',
  removedItem: 'not here any more',
};

export type StatisticsTexts = typeof english;

const portuguese: StatisticsTexts = {
  title: 'Estatísticas',
  introduction:
    'Quantas vezes URLs persistentes levaram pessoas ao que é guardado aqui. Os dias são os de UTC. As contagens não têm o nome nem o endereço de ninguém.',
  period: 'Período',
  periods: (days) => (days === 365 ? 'Último ano' : `Últimos ${days} dias`),
  custom: 'Outros dias',
  from: 'De',
  to: 'Até',
  orderWrong: 'O primeiro dia não pode vir depois do último.',
  item: 'Rótulo de um só item',
  itemHint: 'Todos os itens',
  show: 'Mostrar',
  all: 'Acessos',
  data: 'Aos próprios itens',
  metadata: 'Às suas descrições',
  none: 'Nenhum acesso nesses dias',
  noneText: 'Conta-se um acesso quando alguém segue uma URL persistente.',
  plot: (total, from, to) => `Gráfico de barras: ${total} acessos de ${from} a ${to}`,
  byWeek: 'Cada barra é uma semana.',
  table: 'O mesmo em uma tabela',
  day: 'Dia',
  days: 'Dias',
  top: 'Itens mais acessados',
  itemColumn: 'Item',
  removedItem: 'não está mais aqui',
};

export const STATISTICS: Translated<StatisticsTexts> = { en: english, pt: portuguese };
