import { type Judge, lookAtEach } from '../judge.ts';
import type { SampleItem } from '../sample.ts';

interface MementoLink {
  readonly href: string;
  readonly rel: string;
  readonly datetime?: string;
}

type MementoClient = (
  path: string,
  options: { readonly host: string; readonly time?: string },
  answer: (error: Error | null, links?: readonly MementoLink[]) => void,
) => void;

const isState = ({ rel, datetime }: MementoLink): boolean =>
  rel.split(' ').includes('memento') && !Number.isNaN(Date.parse(datetime ?? ''));

const memento: Judge = {
  name: 'memento-client',
  source: { npm: 'memento-client', version: '2.0.4' },
  about: 'TimeMaps and TimeGates of descriptions and of editions are read, and every state has an address',
  async judge(node, program) {
    const { default: client } = await program.load<{ default: MementoClient }>('memento-client');
    const ask = (path: string, time?: string): Promise<readonly MementoLink[]> =>
      new Promise((resolve, reject) =>
        client(path, { host: node.url, ...(time !== undefined && { time }) }, (error, links = []) =>
          error === null ? resolve(links) : reject(error),
        ),
      );
    const placesOf = ({ repository }: SampleItem): readonly (readonly [path: string, time?: string])[] => [
      [`/items/${repository}/timemap`],
      [`/items/${repository}/editions-timemap`],
      [`/items/${repository}/timegate`, new Date().toISOString()],
      [`/${repository}!`, new Date().toISOString()],
    ];
    return lookAtEach(node.open.filter(({ isOriginal }) => isOriginal).flatMap(placesOf), {
      unit: 'answers',
      name: ([path]) => path,
      async look([path, time]) {
        const states = (await ask(path, time)).filter(isState);
        const lost: string[] = [];
        for (const { href } of states) {
          const answer = await fetch(href, { redirect: 'manual' });
          await answer.arrayBuffer();
          if (answer.status >= 400) lost.push(`${href} is ${answer.status}`);
        }
        return states.length === 0 ? ['no state'] : lost;
      },
    });
  },
};

export const PAST: readonly Judge[] = [memento];
