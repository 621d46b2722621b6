import type { FastifyRequest } from 'fastify';
import { checkLabel } from '../../../../services/archive/items/check-labels.ts';
import type {
  ArchiveView,
  MembershipOperations,
  Registrar,
} from '../../../../services/resolver/members/membership-operations.ts';
import type { Bind } from '../bind-operation.ts';

/** Registers the routes for Archives that take part in resolution, or ask to. */
export const registerMemberRoutes = (
  bind: Bind,
  { membership }: { readonly membership: MembershipOperations },
): void => {
  bind('listArchives', async (request) => {
    const page = await membership.list(request.query);
    return { ...page, archives: page.archives.map((view) => showTo(request, view)) };
  });
  bind('registerArchive', async (request) => {
    const service = checkLabel(request.body.service);
    return showTo(request, await membership.register({ ...request.body, service }, registrarOf(request)));
  });
  bind('approveArchive', ({ params }) => membership.approve(checkLabel(params.ibi)));
  bind('revokeArchive', ({ params }) => membership.revoke(checkLabel(params.ibi)));
  bind('showAlert', ({ params }) => membership.alert(params.ibi));
  bind('listAlerts', ({ query }) => membership.alerts(query));
};

/** Shows addresses of people and machines to holders of a key only. */
const showTo = <Shown extends ArchiveView>(
  { principal }: Pick<FastifyRequest, 'principal'>,
  view: Shown,
): Omit<Shown, 'administratorEmail' | 'ip'> => {
  if (principal !== undefined) return view;
  const { administratorEmail: _email, ip: _ip, ...shown } = view;
  return shown;
};

const registrarOf = ({ principal, ip }: Pick<FastifyRequest, 'principal' | 'ip'>): Registrar =>
  principal?.role === 'admin' && principal.limits === undefined
    ? { kind: 'operator' }
    : { kind: 'anyone', address: ip };
