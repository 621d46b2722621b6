import type { FastifyRequest } from 'fastify';
import type { PurlOperations, PurlRequester, PurlView } from '../../../../services/noid/purl/purls.ts';
import { principalOf } from '../authentication.ts';
import type { Bind } from '../bind-operation.ts';
import { contactOf } from './minter-contact.ts';

interface PurlNeeds {
  readonly purls: PurlOperations;
  /** The same, as those see it who have no key. */
  readonly openPurls: Pick<PurlOperations, 'show'>;
}

export const registerPurlOperations = (bind: Bind, { purls, openPurls }: PurlNeeds): void => {
  bind('showPurl', async ({ params, principal }) => {
    const seen = principal === undefined ? openPurls : purls;
    return writePurl(await seen.show(params.name, params.path));
  });
  bind('setPurl', async (request) => {
    const { name, path } = request.params;
    const { status, partial, target, clone, maintainers } = request.body;
    const changed = {
      status: status === undefined ? undefined : (Number(status) as PurlView['status']),
      isPartial: partial,
      target,
      clones: clone,
      maintainers,
    };
    return writePurl(await purls.set(name, path, changed, requesterOf(request)));
  });
  bind('importPurls', async (request) => {
    const { format, text, trial = false } = request.body;
    const { set, rules, problems } = await purls.bring(
      request.params.name,
      { format, text, isTrial: trial },
      requesterOf(request),
    );
    return { set, rules, problems: [...problems] };
  });
};

const requesterOf = (request: Pick<FastifyRequest, 'principal' | 'ip'>): PurlRequester => {
  const { name, role } = principalOf(request);
  return { name, isMaster: role === 'steward' || role === 'admin', contact: contactOf(request) };
};

const writePurl = ({ domain, path, status, isPartial, target, owner, maintainers }: PurlView) => ({
  domain,
  path,
  status: String(status) as `${PurlView['status']}`,
  partial: isPartial,
  ...(target !== undefined && { target }),
  ...(owner !== undefined && { owner }),
  maintainers: [...maintainers],
});
