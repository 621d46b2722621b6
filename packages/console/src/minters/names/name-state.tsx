import type { RequestOf } from '@perene/api';
import { useState } from 'preact/hooks';
import { useTexts } from '../../i18n/language.ts';
import { useSession } from '../../shell/session.ts';
import { Button } from '../../ui/button.tsx';
import { Form, SelectField, TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useAction } from '../../ui/use-action.ts';
import { NAMES } from './texts.ts';

type NameState = RequestOf<'setNameState'>['state'];

export const NameStateMark = ({
  state,
  reason,
}: {
  readonly state: NameState;
  readonly reason?: string | undefined;
}) => {
  const { states } = useTexts(NAMES);
  const looks = { public: 'original', reserved: 'requested', withdrawn: 'deleted' } as const;
  return (
    <>
      <span class={`state state-${looks[state]}`}>{states[state]}</span>
      {reason !== undefined && <span class="hint block">{reason}</span>}
    </>
  );
};

/** Reserves, publishes or withdraws a name. */
export const NameStateForm = ({
  minter,
  id,
  state,
  onChange,
}: {
  readonly minter: string;
  readonly id: string;
  readonly state: NameState;
  readonly onChange: () => void;
}) => {
  const texts = useTexts(NAMES);
  const { client } = useSession();
  const toast = useToast();
  const action = useAction();
  const [chosen, setChosen] = useState<NameState>(state);
  const [reason, setReason] = useState('');
  const submit = async (): Promise<void> => {
    const change = { name: minter, id, state: chosen, ...(reason.trim() !== '' && { reason: reason.trim() }) };
    if (!(await action.run(() => client.api.setNameState(change)))) return;
    toast(texts.stateSet);
    onChange();
  };
  return (
    <Form onSubmit={() => void submit()} label={texts.setState}>
      <div class="row">
        <SelectField
          label={texts.setState}
          value={chosen}
          onChange={(value) => setChosen(value as NameState)}
          choices={(['public', 'reserved', 'withdrawn'] as const).map((value) => ({
            value,
            text: texts.states[value],
          }))}
        />
        {chosen === 'withdrawn' && <TextField label={texts.reason} value={reason} onChange={setReason} />}
        <Button type="submit" disabled={action.isRunning || chosen === state}>
          {texts.set}
        </Button>
      </div>
      {action.error !== undefined && <ErrorNotice error={action.error} />}
    </Form>
  );
};
