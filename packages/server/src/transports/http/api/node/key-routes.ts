import type { KeyRing } from '../../../../services/keys/key-ring.ts';
import { principalOf } from '../authentication.ts';
import type { Bind } from '../bind-operation.ts';

export const registerKeyRoutes = (bind: Bind, { keys }: { readonly keys: KeyRing }): void => {
  bind('createKey', ({ body }) => keys.create(body));
  bind('listKeys', async () => ({ keys: await keys.list() }));
  bind('revokeKey', async ({ params }) => {
    await keys.revoke(params.id);
    return undefined;
  });
  bind('whoAmI', (request) => principalOf(request));
};
