import { useState } from 'preact/hooks';
import { type ApiKey, revokeKey } from '../api/node.ts';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { Table } from '../ui/table.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { KEYS } from './texts.ts';

export const KeyList = ({ keys, onChange }: { readonly keys: readonly ApiKey[]; readonly onChange: () => void }) => {
  const texts = useTexts(KEYS);
  const { roles } = useTexts(SHELL);
  const format = useFormat();
  const { client, principal } = useSession();
  const toast = useToast();
  const action = useAction();
  const [revoking, setRevoking] = useState<ApiKey>();
  const revoke = async (key: ApiKey): Promise<void> => {
    setRevoking(undefined);
    if (!(await action.run(() => revokeKey(client, key.id)))) return;
    toast(texts.revoked);
    onChange();
  };
  return (
    <>
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      <Table
        caption={texts.list}
        rows={keys}
        keyOf={({ id }) => id}
        columns={[
          {
            title: texts.name,
            cell: ({ name, id }) => (
              <>
                {name} {id === principal.id && <span class="hint">({texts.own})</span>}
              </>
            ),
          },
          { title: texts.role, cell: ({ role }) => roles[role] },
          { title: texts.created, cell: ({ created }) => format.day(created) },
          {
            title: texts.state,
            cell: (key) => <KeyState listed={key} />,
          },
          {
            title: texts.actions,
            cell: (key) =>
              key.revoked === undefined && (
                <Button kind="quiet" onClick={() => setRevoking(key)} aria-label={`${texts.revoke}: ${key.name}`}>
                  {texts.revoke}
                </Button>
              ),
          },
        ]}
      />
      {revoking !== undefined && (
        <ConfirmRevoke revoking={revoking} onClose={() => setRevoking(undefined)} onConfirm={() => revoke(revoking)} />
      )}
    </>
  );
};

/** Whether a key counts, until when, and for what. */
const KeyState = ({ listed }: { readonly listed: ApiKey }) => {
  const texts = useTexts(KEYS);
  const format = useFormat();
  const { revoked, expires, limits } = listed;
  if (revoked !== undefined) return <>{texts.revokedOn(format.day(revoked))}</>;
  const named = [...(limits?.collections ?? []), ...(limits?.minters ?? [])];
  return (
    <>
      {expires === undefined ? texts.valid : texts.validUntil(format.day(expires))}
      {named.length > 0 && <span class="hint block">{texts.limitedTo(format.list(named))}</span>}
    </>
  );
};

const ConfirmRevoke = ({
  revoking,
  onClose,
  onConfirm,
}: {
  readonly revoking: ApiKey;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}) => {
  const { confirm, revoke } = useTexts(KEYS);
  const { cancel } = useTexts(SHELL);
  const { principal } = useSession();
  return (
    <Dialog title={confirm.title(revoking.name)} onClose={onClose}>
      <p>{confirm.text}</p>
      {revoking.id === principal.id && <p>{confirm.own}</p>}
      <div class="buttons">
        <Button kind="danger" onClick={onConfirm}>
          {revoke}
        </Button>
        <Button onClick={onClose}>{cancel}</Button>
      </div>
    </Dialog>
  );
};
