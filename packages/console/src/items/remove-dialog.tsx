import { MAX_REASON_LENGTH } from '@perene/core/item';
import { useState } from 'preact/hooks';
import { removeItem, withdrawItem } from '../api/items.ts';
import type { Item } from '../api/types.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, TextArea } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { ITEMS } from './texts.ts';

/** Explains what removing or withdrawing means before it is done. */
export const RemoveDialog = ({
  item,
  action,
  onClose,
  onRemoved,
}: {
  readonly item: Item;
  readonly action: 'remove' | 'withdraw';
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}) => {
  const items = useTexts(ITEMS);
  const texts = { ...items.remove, ...items[action] };
  const { cancel } = useTexts(SHELL);
  const { client } = useSession();
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();

  const complaint = (): string | undefined => {
    if (reason.trim().length > MAX_REASON_LENGTH) return texts.reasonTooLong;
    return reason.trim() === '' && isTried ? texts.reasonMissing : undefined;
  };
  const submit = async (): Promise<void> => {
    setTried(true);
    if (reason.trim() === '' || reason.trim().length > MAX_REASON_LENGTH) return;
    setSending(true);
    setError(undefined);
    try {
      await (action === 'remove' ? removeItem : withdrawItem)(client, item.repository, reason.trim());
      onRemoved();
    } catch (refusal) {
      setError(refusal);
      setSending(false);
    }
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p>{item.state === 'Copy' ? texts.copy : texts.tombstone}</p>
      <Form onSubmit={submit}>
        <TextArea
          label={texts.reason}
          hint={texts.reasonHint}
          error={complaint()}
          rows={3}
          value={reason}
          onChange={setReason}
        />
        {error !== undefined && <ErrorNotice error={error} />}
        <p class="buttons">
          <Button kind="danger" type="submit" disabled={isSending}>
            {texts.submit}
          </Button>
          <Button onClick={onClose}>{cancel}</Button>
        </p>
      </Form>
    </Dialog>
  );
};
