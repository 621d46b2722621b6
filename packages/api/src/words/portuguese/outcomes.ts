import type { OutcomeTexts, OutcomeTitles } from '../outcome-words.ts';
import { expectedInPortuguese } from './grammar.ts';

export const OUTCOME_TITLES: OutcomeTitles = {
  found: 'Encontrado',
  malformed: 'Isto não é uma URL persistente',
  unknown: 'Nenhum Arquivo conhece este item',
  untranslated: (language) => `Não há tradução para ${language}`,
  missing: {
    file: 'O item está aqui, mas não este arquivo',
    metadata: 'O item está aqui, mas não há metadados dele',
    document: 'O item é conhecido, mas não há o que abrir',
  },
  reserved: 'Este item ainda não foi publicado',
  removed: 'Este item foi removido',
  disputed: 'Mais de um Arquivo reivindica este original',
  uncertain: 'Não é possível saber agora',
  'no-original': 'O original não foi encontrado',
  endless: 'O caminho deste endereço não tem fim',
  unusable: 'O caminho para este item está quebrado',
  failed: 'Este resolvedor não pode responder agora',
};

export const OUTCOMES: OutcomeTexts = {
  malformed: {
    happened: 'O endereço parece o rótulo de um item, mas não pode ser lido como tal.',
    expected: (refused) => `No lugar marcado esperava-se ${expectedInPortuguese(refused)}.`,
    advice: 'Compare-o com o lugar onde o encontrou: pode faltar ou sobrar um caractere.',
  },
  unknown: {
    happened: 'Nenhum Arquivo com que este resolvedor trabalha tem um item com este rótulo.',
    advice: 'Se você o digitou, compare-o letra por letra com o lugar onde o encontrou.',
    away: 'Alguns Arquivos estão desligados, e aqui não se sabe o que guardam.',
    revoked: 'Um Arquivo que o tinha não participa mais deste resolvedor.',
    archives: 'Quem não foi consultado',
    since: 'Desde',
  },
  missing: {
    happened: {
      file: 'O rótulo está certo: o Arquivo que tem o item respondeu que nenhum arquivo dele tem este nome.',
      metadata: 'O rótulo está certo: o Arquivo que tem o item não dá tal descrição dele.',
      document: 'O rótulo está certo: o Arquivo que tem o item não dá um endereço para ele.',
    },
    path: (path) => `O arquivo pedido: ${path}.`,
    files: 'Ver os arquivos dele',
  },
  reserved: {
    happened: (date) =>
      date === undefined
        ? 'O rótulo está certo: está reservado para um item que não está publicado.'
        : `O rótulo está certo: foi reservado em ${date} para um item que não está publicado.`,
    later: 'Quando o item for publicado, este mesmo endereço levará a ele. Volte mais tarde.',
    never: 'O item foi abandonado antes de ser publicado: nada será jamais encontrado sob este rótulo.',
    archives: 'Quem o reservou',
  },
  untranslated: {
    happened: 'O item está aqui, mas não no idioma pedido.',
    alone: 'Não se conhece nenhuma tradução dele.',
    languages: 'Pode ser lido em',
  },
  removed: {
    happened: 'Ele já esteve aqui, e o Arquivo que o guardava o removeu para sempre.',
    lasting: 'O rótulo continua sendo só dele: nada mais será encontrado sob ele.',
    was: (title) => `Era “${title}”.`,
    born: ({ where, date }) => `O rótulo foi dado por ${where} em ${date}.`,
    archives: 'Quem o removeu',
    date: 'Removido em',
    dateUnknown: 'não informado',
    why: 'Motivo',
  },
  disputed: {
    happened: 'Um item tem um só original, guardado por um só Arquivo. Vários responderam que é deles.',
    investigation: 'Eles estão sob suspeita: é necessária uma investigação para saber de quem é o original.',
    neutral: 'Este resolvedor não decide entre eles: aqui está o que cada um respondeu.',
    archives: 'Quem o reivindica',
    date: 'Data segundo ele',
    open: 'Abrir o que este Arquivo tem',
  },
  uncertain: {
    happened: 'Um Arquivo que pode ter este item não respondeu. É bem possível que o item exista.',
    advice: (seconds) =>
      seconds === 1
        ? 'Por favor, pergunte de novo em instantes.'
        : `Por favor, pergunte de novo em cerca de ${seconds} segundos.`,
    archives: 'Quem não respondeu',
    reason: 'O que aconteceu',
    reasons: {
      unreachable: 'Não foi possível alcançá-lo.',
      quiet: 'Não tem respondido, e será consultado de novo mais tarde.',
      unsure: 'Respondeu que não pode dizer agora.',
      unreadable: 'Respondeu algo que não é resposta a esta pergunta.',
      'no-time-left': 'Não houve tempo para consultá-lo.',
      'switched-off': 'Ele tem o item, e está desligado.',
    },
    details: 'Detalhes',
    since: 'Desde',
    again: 'Perguntar de novo',
  },
  noOriginal: {
    happened: 'Pediu-se o original, e nenhum Arquivo diz que o guarda.',
    removed: (date) =>
      date === undefined
        ? 'O original foi removido pelo Arquivo que o guardava.'
        : `O original foi removido pelo Arquivo que o guardava, em ${date}.`,
    archives: 'Quem tem o item',
    open: 'Abrir o que há',
  },
  endless: {
    happened: 'Ele pede aquilo a que outro item leva, que leva a outro, e o caminho não chega ao fim.',
    advice: 'É bem possível que os itens existam. Quem os guarda pode corrigir as ligações; o caminho pode ajudar.',
    chain: 'O caminho percorrido',
  },
  unusable: {
    happened: 'O Arquivo que o tem respondeu com um endereço que não pode ser seguido com segurança.',
    advice: 'Quem mantém esse Arquivo pode corrigir isto.',
    archives: 'Quem respondeu',
  },
  failed: {
    happened: 'Algo deu errado aqui. Isso não diz nada sobre o item.',
    advice:
      'Por favor, pergunte de novo em instantes. Se continuar assim, informe o número do pedido a quem mantém o serviço.',
  },
  common: {
    service: 'Serviço de Arquivo',
    item: 'Abrir o próprio item',
    metadata: 'Ver os metadados',
    start: 'O que um rótulo diz por si só',
    others: (count) => `e mais ${count}`,
    request: 'pedido',
  },
};
