import type { DoiOperations, DoiRequest, DoiView } from '../../../../services/archive/dois/doi-operations.ts';
import { authorOf } from '../authentication.ts';
import type { Bind } from '../bind-operation.ts';

export const registerDoiOperations = (bind: Bind, { dois }: { readonly dois: DoiOperations }): void => {
  bind('assignDoi', async (request) => {
    const { item, minter, id = '', doi, state } = request.body;
    const subject = item === undefined && minter !== undefined ? { minter, id } : { item };
    return writeDoi(await dois.assign({ doi, state, ...subject } as DoiRequest, authorOf(request)));
  });
  bind('listDois', async ({ query: { cursor, limit, waiting } }) => {
    const { dois: shown, next } = await dois.list({ cursor, limit, isWaiting: waiting === 'yes' });
    return { dois: shown.map(writeDoi), ...(next !== undefined && { next }) };
  });
  bind('showDoi', async ({ params: { doi } }) => writeDoi(await dois.show(doi)));
  bind('changeDoi', async ({ params: { doi }, body: { state } }) =>
    writeDoi(await (state === undefined ? dois.retry(doi) : dois.setState(doi, state))),
  );
  bind('retryDois', async () => ({ dois: await dois.retryAll() }));
};

const writeDoi = ({ doi, subject, wanted, state, progress, problem, attempts, next, changed }: DoiView) => ({
  doi,
  ...(subject.kind === 'item' ? { item: subject.repository } : { minter: subject.minter, id: subject.id }),
  wanted,
  state,
  progress,
  ...(problem !== undefined && { problem }),
  attempts,
  ...(next !== undefined && { next }),
  ...(changed !== undefined && { changed }),
});
