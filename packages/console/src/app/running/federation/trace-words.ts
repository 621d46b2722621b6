import type { Language } from '../../i18n/language.ts';

/** What the node says of the steps of a resolution, in English, and the same in Portuguese. */
const PORTUGUESE: readonly (readonly [RegExp, string])[] = [
  [/^it is here$/, 'está aqui'],
  [/^it answered for this label before$/, 'já respondeu por este rótulo'],
  [/^its digest names the label$/, 'o seu resumo tem o rótulo'],
  [/^it may hold the original$/, 'pode ter o original'],
  [/^what it holds is not known$/, 'não se sabe o que ele tem'],
  [/^nobody else knows the item$/, 'ninguém mais conhece o item'],
  [
    /^(.+) is unknown: the same date without its second is tried$/,
    '$1 é desconhecido: tenta-se a mesma data sem o segundo',
  ],
  [/^(.+) leads on to (.+)$/, '$1 leva adiante a $2'],
  [/^it was removed, and nobody holds a copy$/, 'foi removido, e ninguém tem uma cópia'],
  [/^every Archive that may hold it says that it does not$/, 'todo Arquivo que poderia tê-lo diz que não o tem'],
  [/^there is no translation in (.+)$/, 'não há tradução em $1'],
  [/^an Archive that may hold it did not answer$/, 'um Arquivo que pode tê-lo não respondeu'],
  [/^(\S+) gives (\S+)$/, '$1 dá $2'],
];

/** A sentence that is not known here stays as the node said it. */
export const translateTrace = (sentence: string, language: Language): string => {
  if (language === 'en') return sentence;
  const [pattern, translation] = PORTUGUESE.find(([known]) => known.test(sentence)) ?? [];
  return pattern === undefined || translation === undefined ? sentence : sentence.replace(pattern, translation);
};
