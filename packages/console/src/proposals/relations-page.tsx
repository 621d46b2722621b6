import '../ui/styles/running.css';
import { useState } from 'preact/hooks';
import { acceptProposal, listProposals, type Proposal, proposeAgain, refuseProposal } from '../api/relations.ts';
import { useTexts } from '../i18n/language.ts';
import { allows, useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { usePagedList } from '../ui/load.ts';
import { ErrorNotice, Loading } from '../ui/notice.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { ProposalPanel } from './proposal-panel.tsx';
import { RELATIONS } from './texts.ts';

/** Shows links between Archives: those proposed to this one, and those proposed by it. */
const RelationsPage = () => {
  const texts = useTexts(RELATIONS);
  return (
    <>
      <Heading title={texts.title} />
      <p class="introduction">{texts.introduction}</p>
      <Proposals direction="in" />
      <Proposals direction="out" />
    </>
  );
};

export default RelationsPage;

const Proposals = ({ direction }: { readonly direction: Proposal['direction'] }) => {
  const texts = useTexts(RELATIONS);
  const shell = useTexts(SHELL);
  const { client, principal } = useSession();
  const toast = useToast();
  const action = useAction();
  const list = usePagedList((cursor) => listProposals(client, direction, cursor), [client, direction]);
  const [refusing, setRefusing] = useState<Proposal>();
  const mayDecide = allows(principal.role, 'depositor');
  const act = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setRefusing(undefined);
    if (await action.run(work)) toast(done);
    // A refusal may have settled the proposal, too.
    list.reload();
  };
  return (
    <section>
      <h2>{texts[direction].title}</h2>
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      {list.entries.map((proposal) => (
        <ProposalPanel key={proposal.id} proposal={proposal}>
          {mayDecide && proposal.state === 'open' && direction === 'in' && (
            <p class="actions">
              <Button onClick={() => act(() => acceptProposal(client, proposal.id), texts.accepted)}>
                {texts.accept}
              </Button>{' '}
              <Button onClick={() => setRefusing(proposal)}>{texts.refuse}</Button>
            </p>
          )}
          {mayDecide && proposal.state === 'open' && direction === 'out' && (
            <p class="actions">
              <Button onClick={() => act(() => proposeAgain(client, proposal.item), texts.asked)}>{texts.again}</Button>
            </p>
          )}
        </ProposalPanel>
      ))}
      {list.isLoading && <Loading />}
      {list.error !== undefined && <ErrorNotice error={list.error} onRetry={list.reload} />}
      {!list.isLoading && list.error === undefined && list.entries.length === 0 && <p>{texts[direction].empty}</p>}
      {list.hasMore && <Button onClick={list.more}>{shell.more}</Button>}
      {refusing !== undefined && (
        <RefuseDialog
          onClose={() => setRefusing(undefined)}
          onRefuse={(reason) => act(() => refuseProposal(client, refusing.id, reason), texts.refused)}
        />
      )}
    </section>
  );
};

const RefuseDialog = ({
  onClose,
  onRefuse,
}: {
  readonly onClose: () => void;
  readonly onRefuse: (reason: string) => void;
}) => {
  const texts = useTexts(RELATIONS);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <Dialog title={texts.refuseTitle} onClose={onClose}>
      <TextField
        label={texts.reason}
        hint={texts.reasonHint}
        error={isMissing ? texts.reasonMissing : undefined}
        value={reason}
        onChange={setReason}
      />
      <p class="actions">
        <Button onClick={() => (reason.trim() === '' ? setMissing(true) : onRefuse(reason))}>{texts.refuse}</Button>{' '}
        <Button onClick={onClose}>{texts.cancel}</Button>
      </p>
    </Dialog>
  );
};
