import { formatsOf } from '@perene/core/representation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseOffer, likesMetadata, mayAskForMetadata } from './accept.ts';

const OFFERS = [
  ...formatsOf({ metadata: {} }),
  { name: 'json', mediaTypes: ['application/json'], profile: undefined },
  {
    name: 'bibliography',
    mediaTypes: ['text/x-bibliography'],
    profile: undefined,
    fits: (parameters: ReadonlyMap<string, string>) => (parameters.get('style') ?? 'apa') === 'apa',
  },
];

const choose = (accept: string, own: readonly string[] = ['application/pdf', 'text/html']): string => {
  const choice = chooseOffer(accept, own, OFFERS);
  return choice.kind === 'offer' ? choice.offer.name : choice.kind;
};

describe('chooseOffer', () => {
  it.each([
    ['application/x-bibtex', 'bibtex'],
    ['APPLICATION/X-BibTeX', 'bibtex'],
    ['text/x-bibtex;q=0.1', 'bibtex'],
    ['application/x-bibtex, */*', 'own'],
    ['application/x-bibtex, */*;q=0.9', 'bibtex'],
    ['application/x-bibtex;q=0.8, */*;q=0.9', 'own'],
    ['application/x-bibtex, application/pdf', 'own'],
    ['application/x-bibtex, application/pdf;q=0.5', 'bibtex'],
    ['application/x-bibtex, application/*', 'own'],
    ['text/html;q=0.5, application/ld+json', 'schema-org'],
    ['text/html, application/ld+json;q=0.9', 'own'],
    ['application/pdf;q=0, */*, application/x-bibtex;q=0.5', 'own'],
    ['application/x-bibtex;q=0.2, application/x-research-info-systems;q=0.7', 'ris'],
    ['text/turtle, application/ld+json', 'turtle'],
    ['application/ld+json, text/turtle', 'schema-org'],
    ['application/rdf+xml, text/turtle;q=0.5', 'turtle'],
    ['application/ld+json;profile="https://schema.org/"', 'schema-org'],
    ['application/ld+json;profile="http://a.example http://schema.org"', 'schema-org'],
    ['application/ld+json; profile="http://a.example/,x;y"', 'none'],
    ['application/ld+json; profile="http://a.example/", text/turtle;q=0.1', 'turtle'],
    ['text/turtle; profile=x', 'none'],
    ['application/xml', 'oai-dc'],
    ['application/xml;profile="http://oai.ibict.br/mtd2-br/"', 'none'],
    ['text/x-bibliography', 'bibliography'],
    ['text/x-bibliography; style=apa; locale=pt-BR', 'bibliography'],
    ['text/x-bibliography; style="nature"', 'none'],
    ['application/rdf+xml', 'none'],
    ['application/rdf+xml, application/vnd.crossref.unixref+xml;q=0.5', 'none'],
    ['application/rdf+xml, image/png', 'own'],
    ['image/png', 'own'],
    ['application/x-bibtex;q=0', 'own'],
    ['application/x-bibtex;q=0, application/rdf+xml', 'none'],
    ['application/x-bibtex;q=high', 'own'],
    ['application/x-bibtex;q=1.5, text/turtle;q=0.1', 'turtle'],
    ['"', 'own'],
  ])('of %s is %s', (accept, expected) => {
    expect(choose(accept)).toBe(expected);
  });

  it('gives a file of the very type that was asked for', () => {
    expect(choose('application/json', ['application/json'])).toBe('own');
    expect(choose('application/json')).toBe('json');
  });

  it('tells the parameters of what was chosen', () => {
    const choice = chooseOffer('text/x-bibliography; locale="pt-BR"; STYLE=apa; q=0.3', ['text/html'], OFFERS);
    expect(choice).toMatchObject({
      parameters: new Map([
        ['locale', 'pt-BR'],
        ['style', 'apa'],
      ]),
    });
  });

  it('reads any header', () => {
    const header = fc.array(fc.constantFrom(...',;="\\ */q01.ab', 'text/html', 'application/json'), { maxLength: 60 });
    fc.assert(fc.property(header, (parts) => typeof choose(parts.join('')) === 'string'));
  });
});

describe('mayAskForMetadata', () => {
  it.each([
    [undefined, false],
    ['*/*', false],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
    ['image/avif,image/webp,*/*', false],
    ['application/pdf', false],
    ['text/html;q=0.5, application/x-bibtex', true],
    ['application/json', true],
    ['text/x-bibliography', true],
  ])('%s: %s', (accept, expected) => {
    expect(mayAskForMetadata(accept)).toBe(expected);
  });

  it('is true for every format', () => {
    const types = OFFERS.flatMap(({ mediaTypes }) => mediaTypes);
    expect(types.filter((type) => !mayAskForMetadata(type))).toEqual([]);
  });
});

describe('likesMetadata', () => {
  it.each([
    [undefined, false],
    ['application/json, text/plain, */*', false],
    ['application/json', true],
    ['application/x-bibtex, */*;q=0.1', true],
    ['text/html, application/ld+json;q=0.9', false],
    ['application/pdf, text/x-other', false],
  ])('%s: %s', (accept, expected) => {
    expect(likesMetadata(accept)).toBe(expected);
  });
});
