import type { TraceParameters } from '../../codes/trace-codes.ts';
import { titleOf } from '../outcome-words.ts';
import type { WordsFor } from '../sentence.ts';
import { expectedInPortuguese } from './grammar.ts';
import { OUTCOME_TITLES } from './outcomes.ts';

const PARTS = { file: 'este arquivo dele', metadata: 'os seus metadados', document: 'o seu documento' } as const;

export const TRACES: WordsFor<TraceParameters> = {
  'resolver-asked': ({ resolver }) =>
    `este nó pergunta ao seu resolvedor, ${resolver}, que conta seus passos a quem tem lá uma chave`,
  'may-be-here': 'está aqui',
  'answered-before': 'já respondeu por este rótulo',
  'digest-names-it': 'o seu resumo tem o rótulo',
  'may-hold-original': 'pode ter o original',
  'nobody-else-has-it': 'ninguém mais tem o que se procura',
  'may-have-alias': 'pode ter o outro identificador',
  'may-have-new-alias': 'pode ter recebido o outro identificador agora mesmo',
  'keeps-original': ({ label }) => `tem o original de ${label}, do qual uma cópia tem o identificador`,
  'no-time-left': 'não houve tempo para consultá-lo',
  'no-usable-answer': 'não deu resposta que se possa usar',
  'silent-lately': 'não tem respondido',
  'holdings-unknown': 'ainda não disse o que tem',
  'switched-off': ({ since }) => `está desligado desde ${since}`,
  'alternative-tried': ({ label }) => `o mesmo pode chamar-se ${label}, que é tentado`,
  'alias-here': ({ label }) => `o identificador é de ${label}, que está aqui`,
  'alias-found': ({ alias, label }) => `${alias} é outro identificador de ${label}`,
  'aliases-unknown': ({ address }) => `${address} não conhece outros identificadores, e por isso não tem nenhum`,
  'alias-invented': ({ address, label }) =>
    `${address} diz que ${label} tem o identificador, mas não tem esse item: o que ele diz não conta`,
  'copy-overruled': ({ address, label }) =>
    `${address}, que tem o original, diz que o identificador não é de ${label}: o que dizem as cópias não conta`,
  'alias-nowhere': ({ alias }) => `ninguém tem um item com o identificador ${alias}`,
  'passed-over': ({ label }) => `${label} é deixado de lado, pois não existe em lugar nenhum`,
  'copies-only': 'só há cópias',
  'part-missing': ({ what }) => `o item existe, mas não ${PARTS[what]}`,
  'url-unusable': ({ address }) => `a URL que ${address} dá não pode ser seguida`,
  'pairs-left-out': ({ address, pairs }) =>
    `da resposta de ${address} deixou-se de fora o que não se pode ler: ${pairs
      .map((pair) => `${pair.name} (esperava-se ${expectedInPortuguese(pair)})`)
      .join(', ')}`,
  'leads-on': ({ label, to }) => `${label} leva adiante a ${to}`,
  'copy-altered': ({ address }) => `${address} assina uma cópia do que o original nunca foi, segundo o registro`,
  'url-given': ({ address, url }) => `${address} dá ${url}`,
  'removed-everywhere': 'foi removido, e ninguém tem uma cópia',
  'reserved-there': ({ address }) => `${address} o reservou para um item que não está publicado`,
  'held-nowhere': 'todo Arquivo que poderia tê-lo diz que não o tem',
  'translation-missing': ({ language }) => `não há tradução em ${language}`,
  'answer-missing': 'um Arquivo que pode tê-lo não respondeu',
  'not-resolved': ({ outcome }) => `o resolvedor diz: ${titleOf({ outcome }, OUTCOME_TITLES)}`,
};
