import type { Translated } from '../i18n/language.ts';

const english = {
  title: 'Overview',
  waiting: 'Waiting for somebody',
  nothing: 'Nothing waits.',
  proposals: 'proposed links from other Archives',
  registrations: 'Archives to register',
  alerts: 'alerts about originals',
  health: 'How the node is',
  levels: { ok: 'well', warning: 'soon', error: 'act now' },
  parts: {
    settings: 'Name.',
    disk: 'Disk.',
    clock: 'Clock.',
    fixity: 'Files.',
    backup: 'Backup.',
    claims: 'Claims.',
  } as Readonly<Record<string, string>>,
  holdings: 'What it holds',
  kept: 'items',
  bytes: 'in their files',
  removed: 'removed',
  growth: 'Deposited in each month',
};

type OverviewTexts = typeof english;

const portuguese: OverviewTexts = {
  title: 'Visão geral',
  waiting: 'À espera de alguém',
  nothing: 'Nada espera.',
  proposals: 'relações propostas por outros Arquivos',
  registrations: 'Arquivos por registrar',
  alerts: 'alertas sobre originais',
  health: 'Como está o nó',
  levels: { ok: 'bem', warning: 'em breve', error: 'agir já' },
  parts: {
    settings: 'Nome.',
    disk: 'Disco.',
    clock: 'Relógio.',
    fixity: 'Arquivos.',
    backup: 'Cópia de segurança.',
    claims: 'Declarações.',
  },
  holdings: 'O que ele guarda',
  kept: 'itens',
  bytes: 'nos arquivos deles',
  removed: 'removidos',
  growth: 'Depositados em cada mês',
};

export const OVERVIEW: Translated<OverviewTexts> = { en: english, pt: portuguese };
