import type { Proposal, ProposalState } from '../api/relations.ts';
import type { Translated } from '../i18n/language.ts';

/** Texts of the page about proposed links. */
const english = {
  title: 'Proposals',
  introduction:
    'Editions and translations that are held by other Archives. A link belongs to whoever holds the original: others propose it, and a person accepts or refuses it.',
  in: {
    title: 'Proposed to this Archive',
    empty: 'No other Archive has proposed anything.',
  },
  out: {
    title: 'Proposed by this Archive',
    empty:
      'Nothing was proposed to others. Depositing an edition or a translation of what another Archive holds does so.',
  },
  kinds: { edition: 'Next edition', translation: 'Translation' } as Readonly<Record<Proposal['kind'], string>>,
  of: 'of',
  states: { open: 'open', accepted: 'accepted', refused: 'refused', expired: 'expired' } as Readonly<
    Record<ProposalState, string>
  >,
  archive: 'Other Archive',
  language: 'Language',
  since: 'Since',
  changed: 'Changed',
  who: 'By',
  note: 'Note',
  accept: 'Accept',
  accepted: 'Accepted: the item leads there now.',
  refuse: 'Refuse',
  refuseTitle: 'Refuse this proposal?',
  reason: 'Why',
  reasonHint: 'The other Archive is told.',
  reasonMissing: 'Say why.',
  refused: 'Refused: the other Archive is told when it asks.',
  cancel: 'Cancel',
  again: 'Ask again',
  asked: 'Asked again.',
};

export type RelationTexts = typeof english;

const portuguese: RelationTexts = {
  title: 'Propostas',
  introduction:
    'Edições e traduções guardadas em outros Arquivos. Uma ligação pertence a quem guarda o original: os outros a propõem, e uma pessoa a aceita ou recusa.',
  in: {
    title: 'Propostas a este Arquivo',
    empty: 'Nenhum outro Arquivo propôs nada.',
  },
  out: {
    title: 'Propostas deste Arquivo',
    empty: 'Nada foi proposto a outros. Depositar uma edição ou tradução do que outro Arquivo guarda faz isso.',
  },
  kinds: { edition: 'Próxima edição', translation: 'Tradução' },
  of: 'de',
  states: { open: 'aberta', accepted: 'aceita', refused: 'recusada', expired: 'expirada' },
  archive: 'Outro Arquivo',
  language: 'Idioma',
  since: 'Desde',
  changed: 'Alterada',
  who: 'Por',
  note: 'Nota',
  accept: 'Aceitar',
  accepted: 'Aceita: o item agora leva até lá.',
  refuse: 'Recusar',
  refuseTitle: 'Recusar esta proposta?',
  reason: 'Por quê',
  reasonHint: 'O outro Arquivo é informado.',
  reasonMissing: 'Diga por quê.',
  refused: 'Recusada: o outro Arquivo será informado quando perguntar.',
  cancel: 'Cancelar',
  again: 'Perguntar de novo',
  asked: 'Perguntado de novo.',
};

export const RELATIONS: Translated<RelationTexts> = { en: english, pt: portuguese };
