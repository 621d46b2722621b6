import { useState } from 'preact/hooks';
import { type DecidedArchive, decideArchive, listArchives, type MemberArchive } from '../api/federation.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { usePagedList } from '../ui/load.ts';
import { EmptyState, ErrorNotice, Loading } from '../ui/notice.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { ArchiveFacts } from './archive-facts.tsx';
import { RegisterArchive } from './register-archive.tsx';
import { FEDERATION } from './texts.ts';

export const Archives = ({ mayDecide }: { readonly mayDecide: boolean }) => {
  const texts = useTexts(FEDERATION).archives;
  const shell = useTexts(SHELL);
  const { client } = useSession();
  const toast = useToast();
  const action = useAction();
  const list = usePagedList((cursor) => listArchives(client, cursor), [client]);
  const [revoking, setRevoking] = useState<MemberArchive>();

  const decide = async (archive: MemberArchive, decision: 'approve' | 'revoke'): Promise<void> => {
    setRevoking(undefined);
    let decided: DecidedArchive | undefined;
    const isDone = await action.run(async () => {
      decided = await decideArchive(client, archive.service, decision);
    });
    if (!isDone) return;
    toast(decision === 'revoke' ? texts.revoked : `${texts.approved} ${texts.mail[decided?.mail ?? 'none']}`);
    list.reload();
  };

  return (
    <section>
      <h2>{texts.title}</h2>
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      {list.entries.map((archive) => (
        <article key={archive.service} class="archive">
          <ArchiveFacts archive={archive} />
          {mayDecide && (
            <div class="buttons tight">
              {(archive.state === 'requested' || archive.state === 'revoked') && (
                <Button onClick={() => decide(archive, 'approve')} aria-label={`${texts.approve}: ${archive.service}`}>
                  {texts.approve}
                </Button>
              )}
              {archive.state !== 'revoked' && (
                <Button
                  kind="danger"
                  onClick={() => setRevoking(archive)}
                  aria-label={`${archive.state === 'requested' ? texts.refuse : texts.revoke}: ${archive.service}`}
                >
                  {archive.state === 'requested' ? texts.refuse : texts.revoke}
                </Button>
              )}
            </div>
          )}
        </article>
      ))}
      {list.isLoading && <Loading />}
      {list.error !== undefined && <ErrorNotice error={list.error} onRetry={list.reload} />}
      {!list.isLoading && list.error === undefined && list.entries.length === 0 && (
        <EmptyState title={texts.empty}>
          <p>{texts.emptyText}</p>
        </EmptyState>
      )}
      {list.hasMore && <Button onClick={list.more}>{shell.more}</Button>}
      {mayDecide && <RegisterArchive onDone={list.reload} />}
      {revoking !== undefined && (
        <ConfirmRevoke
          archive={revoking}
          onClose={() => setRevoking(undefined)}
          onConfirm={() => decide(revoking, 'revoke')}
        />
      )}
    </section>
  );
};

const ConfirmRevoke = ({
  archive,
  onClose,
  onConfirm,
}: {
  readonly archive: MemberArchive;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}) => {
  const { confirm, revoke, refuse } = useTexts(FEDERATION).archives;
  const { cancel } = useTexts(SHELL);
  const isRequest = archive.state === 'requested';
  return (
    <Dialog title={isRequest ? confirm.refuseTitle(archive.service) : confirm.title(archive.service)} onClose={onClose}>
      <p>{isRequest ? confirm.refuseText : confirm.text}</p>
      <div class="buttons">
        <Button kind="danger" onClick={onConfirm}>
          {isRequest ? refuse : revoke}
        </Button>
        <Button onClick={onClose}>{cancel}</Button>
      </div>
    </Dialog>
  );
};
