import '../ui/styles/running.css';
import { useState } from 'preact/hooks';
import { type ApiKey, listKeys, revokeKey } from '../api/node.ts';
import type { Role } from '../api/types.ts';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FactList } from '../ui/fact-list.tsx';
import { Heading } from '../ui/heading.tsx';
import { useLoad } from '../ui/load.ts';
import { ErrorNotice, Loading } from '../ui/notice.tsx';
import { Table } from '../ui/table.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { CreateKey } from './create-key.tsx';
import { KEYS } from './texts.ts';

const ROLES: readonly Role[] = ['reader', 'depositor', 'admin'];

const KeysPage = () => {
  const texts = useTexts(KEYS);
  const { roles } = useTexts(SHELL);
  const { client } = useSession();
  const { loaded, reload } = useLoad(() => listKeys(client), [client]);
  return (
    <>
      <Heading title={texts.title} />
      <p class="introduction">{texts.introduction}</p>
      <CreateKey onDone={reload} />
      <h2>{texts.roles.title}</h2>
      <FactList facts={ROLES.map((role) => [roles[role], texts.roles.meanings[role]])} />
      <h2>{texts.list}</h2>
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && <KeyList keys={loaded.value} onChange={reload} />}
    </>
  );
};

const KeyList = ({ keys, onChange }: { readonly keys: readonly ApiKey[]; readonly onChange: () => void }) => {
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
            cell: ({ revoked }) => (revoked === undefined ? texts.valid : texts.revokedOn(format.day(revoked))),
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

export default KeysPage;
