import { describe, expect, it } from 'vitest';
import { stemEnglish } from './stem-english.ts';
import { stemPortuguese } from './stem-portuguese.ts';

/** From the paper, and from the vocabulary that comes with it. */
const ENGLISH: Readonly<Record<string, string>> = {
  caresses: 'caress',
  ponies: 'poni',
  cats: 'cat',
  feed: 'feed',
  agreed: 'agre',
  plastered: 'plaster',
  bled: 'bled',
  motoring: 'motor',
  sing: 'sing',
  conflated: 'conflat',
  troubled: 'troubl',
  sized: 'size',
  hopping: 'hop',
  falling: 'fall',
  hissing: 'hiss',
  fizzed: 'fizz',
  failing: 'fail',
  filing: 'file',
  happy: 'happi',
  sky: 'sky',
  relational: 'relat',
  conditional: 'condit',
  digitizer: 'digit',
  vietnamization: 'vietnam',
  sensibiliti: 'sensibl',
  triplicate: 'triplic',
  electrical: 'electr',
  goodness: 'good',
  adjustable: 'adjust',
  replacement: 'replac',
  adoption: 'adopt',
  onion: 'onion',
  probate: 'probat',
  rate: 'rate',
  cease: 'ceas',
  controll: 'control',
  roll: 'roll',
  toys: 'toi',
  by: 'by',
  years: 'year',
  syzygy: 'syzygi',
  e: 'e',
};

/** Words in each line have the same stem, and no two lines have the same. */
const PORTUGUESE = [
  ['mapa', 'mapas'],
  ['acao', 'acoes'],
  ['classificacao', 'classificacoes', 'classificar', 'classificado', 'classificadas'],
  ['queimada', 'queimadas', 'queimar'],
  ['floresta', 'florestas'],
  ['imagem', 'imagens'],
  ['animal', 'animais'],
  ['sensor', 'sensores'],
  ['vez', 'vezes'],
  ['brasileiro', 'brasileiras'],
  ['rapido', 'rapidamente'],
  ['base', 'bases'],
  ['lei', 'leis'],
  ['tese', 'teses'],
];

describe('stems', () => {
  it.each(Object.entries(ENGLISH))('of English: %s is %s', (word, stem) => {
    expect(stemEnglish(word)).toBe(stem);
  });

  it('of Portuguese: forms of a word have one stem, which others do not have', () => {
    const stems = PORTUGUESE.map((words) => [...new Set(words.map(stemPortuguese))]);
    expect(stems.filter(({ length }) => length !== 1)).toEqual([]);
    expect(new Set(stems.flat()).size).toBe(PORTUGUESE.length);
  });
});
