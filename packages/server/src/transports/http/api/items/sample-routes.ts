import type { SampleOperations } from '../../../../services/sample/sample-operations.ts';
import { authorOf } from '../authentication.ts';
import type { Bind } from '../bind-operation.ts';

/** Registers the routes for a small collection to look around in. */
export const registerSampleRoutes = (bind: Bind, { sample }: { readonly sample: SampleOperations }): void => {
  bind('showSample', () => sample.state());
  bind('loadSample', (request) => sample.load(authorOf(request)));
  bind('removeSample', (request) => sample.remove(authorOf(request)));
};
