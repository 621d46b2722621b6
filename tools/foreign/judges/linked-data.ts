import { type Judge, lookAtEach } from '../judge.ts';

interface JsonLd {
  toRDF(document: object, options: object): Promise<readonly { readonly predicate: { readonly value: string } }[]>;
}

/** The terms that the context of schema.org gives; it is not asked for over the network. */
const CONTEXT = { '@context': { '@vocab': 'http://schema.org/', id: '@id', type: '@type' } };

const jsonld: Judge = {
  name: 'jsonld',
  source: { npm: 'jsonld', version: '9.0.0' },
  about: 'JSON-LD of every item, at its own address and in the page, becomes RDF with nothing left out (safe mode)',
  async judge(node, program) {
    const { default: reader } = await program.load<{ default: JsonLd }>('jsonld');
    const read = async (text: string): Promise<readonly string[]> => {
      const quads = await reader.toRDF(JSON.parse(text) as object, {
        safe: true,
        documentLoader: async (documentUrl: string) => ({ documentUrl, document: CONTEXT }),
      });
      return quads.length > 0 ? [] : ['no statement'];
    };
    const things = node.open.flatMap((item) => [
      { address: node.addressOf(item, 'schema-org.jsonld'), isPage: false },
      { address: node.addressOf(item), isPage: true },
    ]);
    return lookAtEach(things, {
      unit: 'descriptions',
      name: ({ address }) => address,
      async look({ address, isPage }) {
        const text = await node.read(address, isPage ? { accept: 'text/html' } : {});
        if (!isPage) return read(text);
        const script = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1];
        return script === undefined ? ['no JSON-LD in the page'] : read(script);
      },
    });
  },
};

const rapper: Judge = {
  name: 'rapper',
  source: { debian: 'raptor2-utils', program: 'rapper' },
  about: 'Turtle of every item is read without a warning',
  async judge(node, program) {
    return lookAtEach(node.open, {
      unit: 'descriptions',
      name: (item) => node.addressOf(item, 'metadata.ttl'),
      async look(item) {
        const input = await node.read(node.addressOf(item, 'metadata.ttl'));
        const words = ['-i', 'turtle', '-o', 'ntriples', '-', 'http://example.org/'];
        const { status, stdout, stderr } = await program.run(words, { input });
        const complaints = stderr.split('\n').filter((line) => /error|warning/i.test(line));
        return status === 0 && stdout !== '' ? complaints : [...complaints, `exit status ${status}`];
      },
    });
  },
};

export const LINKED_DATA: readonly Judge[] = [jsonld, rapper];
