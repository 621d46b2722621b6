import type { DoiRefusals } from '../../codes/names/doi-refusals.ts';
import type { WordsFor } from '../sentence.ts';

export const DOIS: WordsFor<DoiRefusals> = {
  'doi-unregistrable': {
    unconfigured: 'este nó não tem conta na DataCite: defina --datacite-repository, a senha e o prefixo',
    nothing: 'dê um item, ou um cunhador e um nome que ele deu',
    prefix: ({ doi, prefix }) => `${doi} não pode ser registrado: a conta deste nó tem o prefixo ${prefix}`,
    'not-original': ({ label }) => `${label} não recebe DOI deste nó: só originais com dados recebem`,
    taken: ({ doi }) => `${doi} já designa outra coisa: escolha outro`,
  },
  'doi-not-found': ({ doi }) => `este nó não registrou ${doi}: procure um engano nele`,
  'doi-state-invalid': ({ doi, state }) => `${doi} está ${state}, e o que foi registrado nunca volta a ser rascunho`,
};
