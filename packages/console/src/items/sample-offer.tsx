import { useState } from 'preact/hooks';
import { useTexts } from '../i18n/language.ts';
import { allows, useSession } from '../shell/session.ts';
import { Button } from '../ui/button.tsx';
import { useLoad } from '../ui/load.ts';
import { ErrorNotice } from '../ui/notice.tsx';
import { ITEMS } from './texts.ts';

/** Lets an administrator add a small collection to look around in, and remove it again. */
export const SampleOffer = ({ isEmpty, onChange }: { readonly isEmpty: boolean; readonly onChange: () => void }) => {
  const { client, principal } = useSession();
  const { sample: texts } = useTexts(ITEMS);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const { loaded, reload } = useLoad(() => client.api.showSample(), [client]);
  if (!allows(principal.role, 'admin') || loaded.state !== 'ready') return null;
  const isAbsent = loaded.value.state === 'absent';
  if (isAbsent && !isEmpty) return null;
  const change = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await (isAbsent ? client.api.loadSample() : client.api.removeSample());
      reload();
      onChange();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const label = isAbsent ? texts.load : texts.remove;
  return (
    <section>
      <p>{isAbsent ? texts.offer : texts.present}</p>
      <Button onClick={() => void change()} disabled={isBusy}>
        {isBusy ? texts.busy : label}
      </Button>
      {error !== undefined && <ErrorNotice error={error} />}
    </section>
  );
};
