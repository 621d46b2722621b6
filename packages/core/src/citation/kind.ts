/** The kinds of items that styles of citation treat differently. */
export type CitedKind =
  | 'article'
  | 'book'
  | 'chapter'
  | 'conference'
  | 'dataset'
  | 'image'
  | 'map'
  | 'report'
  | 'software'
  | 'sound'
  | 'thesis'
  | 'video'
  | 'document';

/** The first that matches counts. Words are without accents and in lower case. */
const WORDS: readonly (readonly [CitedKind, RegExp])[] = [
  ['thesis', /thesis|dissertation|tese|dissertacao|tesis/],
  ['dataset', /data ?set|dados|datos|^data$/],
  ['software', /software|programa de computador/],
  ['conference', /conference|proceeding|congresso|anais|evento/],
  ['chapter', /chapter|book ?part|capitulo/],
  ['report', /report|relatorio|informe|working ?paper|nota tecnica/],
  ['article', /article|artigo|articulo|preprint/],
  ['book', /^book|livro|libro|monograph|monografia/],
  ['map', /^map|cartograph|mapa/],
  ['video', /moving ?image|video|film/],
  ['image', /image|imagem|photo|foto/],
  ['sound', /sound|audio|som$/],
];

const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replace(/^.*\//, '').toLowerCase();

export const kindOf = (types: readonly string[]): CitedKind => {
  const known = types.map(plain);
  return WORDS.find(([, words]) => known.some((type) => words.test(type)))?.[0] ?? 'document';
};
