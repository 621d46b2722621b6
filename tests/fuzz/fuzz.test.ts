import { expect, it } from 'vitest';
import { serveTestNode } from '../fixtures/served-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { runCampaign } from './campaign.ts';
import { toCurl } from './request.ts';
import { ROUTES } from './route-requests.ts';
import { startWatchedNode } from './watched-node.ts';

const REQUESTS = 5_000;
/** The seed makes the requests the same in every run. */
const SEED = 1;

it('nothing that is sent makes a node fail inside, end or grow', async () => {
  const node = await startWatchedNode(createTemporaryFolder());
  const failures = await runCampaign(node, { requests: REQUESTS, seed: SEED, hasTimeLaw: false });
  await node.stop();
  expect(failures.map((failure) => [failure, failure.request && toCurl(node.url, failure.request)])).toEqual([]);
});

/** Returns the pattern of every route of the router. */
const patternsOf = (tree: string): readonly string[] => {
  const parents: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', name, methods] = /^([│ ]*)[└├]── (\S+)( \(.*\))?$/u.exec(line) ?? [];
    if (name === undefined) return [];
    const depth = indent.length / 4;
    parents.length = depth;
    parents[depth] = name;
    return methods === undefined ? [] : [parents.join('')];
  });
};

it('every route is asked', async () => {
  const { server } = await serveTestNode();
  const patterns = patternsOf(server.printRoutes());
  const others = patterns
    .filter((pattern) => !pattern.startsWith('/api/v1/'))
    .map((pattern) => pattern.replace(/\(.*/, ''));
  expect(others.toSorted()).toEqual(Object.keys(ROUTES).toSorted());
});
