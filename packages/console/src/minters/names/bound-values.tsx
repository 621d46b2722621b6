import { useState } from 'preact/hooks';
import { type Binding, bindElement, unbindElement } from '../../api/minters.ts';
import { useTexts } from '../../i18n/language.ts';
import { useSession } from '../../shell/session.ts';
import { SHELL } from '../../shell/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Form, TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { type Action, useAction } from '../../ui/use-action.ts';
import { MINTERS } from '../texts.ts';
import { Target } from './target.tsx';
import { NAMES } from './texts.ts';

interface Bound {
  readonly minter: string;
  readonly id: string;
  readonly mayBind: boolean;
  readonly onChange: () => void;
}

/** What is bound to a name, each value changed where it stands. */
export const BoundValues = ({ bindings, ...bound }: Bound & { readonly bindings: readonly Binding[] }) => {
  const texts = useTexts(NAMES);
  const { lookUp } = useTexts(MINTERS);
  const action = useAction();
  const [edited, setEdited] = useState<string>();
  const shown = bindings.filter(({ element }) => !['_status', '_reason'].includes(element));
  return (
    <section aria-label={texts.bound}>
      <h2>{texts.bound}</h2>
      {shown.length === 0 && <p class="hint">{lookUp.nothing}</p>}
      <dl class="facts">
        {shown.map((binding) => (
          <div key={binding.element} class="fact">
            <dt>
              <code>{binding.element}</code>
            </dt>
            <dd>
              {edited === binding.element ? (
                <EditValue {...bound} binding={binding} action={action} onEnd={() => setEdited(undefined)} />
              ) : (
                <>
                  {binding.value === undefined ? <code>{binding.base64}</code> : <Target url={binding.value} />}{' '}
                  {bound.mayBind && binding.value !== undefined && (
                    <Button
                      kind="quiet"
                      aria-label={`${texts.edit}: ${binding.element}`}
                      onClick={() => setEdited(binding.element)}
                    >
                      {texts.edit}
                    </Button>
                  )}
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      {bound.mayBind && <AddValue {...bound} action={action} />}
    </section>
  );
};

const EditValue = ({
  minter,
  id,
  binding,
  action,
  onChange,
  onEnd,
}: Bound & { readonly binding: Binding; readonly action: Action; readonly onEnd: () => void }) => {
  const texts = useTexts(NAMES);
  const { lookUp } = useTexts(MINTERS);
  const { cancel } = useTexts(SHELL);
  const { client } = useSession();
  const toast = useToast();
  const { element } = binding;
  const [value, setValue] = useState(binding.value ?? '');
  const act = async (work: () => Promise<void>, said: string): Promise<void> => {
    if (!(await action.run(work))) return;
    toast(said);
    onEnd();
    onChange();
  };
  const save = () => act(() => bindElement(client, minter, { id, element, value }), lookUp.boundNow);
  const remove = () => act(() => unbindElement(client, minter, id, element), lookUp.removed);
  return (
    <Form onSubmit={() => void (value !== '' && save())}>
      <TextField label={element} isLabelHidden value={value} onChange={setValue} autocomplete="off" />
      <p class="buttons tight">
        <Button type="submit" disabled={action.isRunning || value === ''}>
          {texts.set}
        </Button>
        <Button onClick={onEnd}>{cancel}</Button>
        <Button kind="danger" disabled={action.isRunning} onClick={() => void remove()}>
          {lookUp.remove}
        </Button>
      </p>
    </Form>
  );
};

const AddValue = ({ minter, id, action, onChange }: Bound & { readonly action: Action }) => {
  const texts = useTexts(NAMES);
  const { lookUp } = useTexts(MINTERS);
  const { client } = useSession();
  const toast = useToast();
  const [element, setElement] = useState('');
  const [value, setValue] = useState('');
  const submit = async (): Promise<void> => {
    if (element.trim() === '' || value === '') return;
    if (!(await action.run(() => bindElement(client, minter, { id, element: element.trim(), value })))) return;
    toast(lookUp.boundNow);
    setElement('');
    setValue('');
    onChange();
  };
  return (
    <details>
      <summary>{texts.add}</summary>
      <Form onSubmit={() => void submit()}>
        <div class="row">
          <TextField
            label={lookUp.element}
            value={element}
            onChange={setElement}
            isCode
            list="elements"
            autocomplete="off"
          />
          <datalist id="elements">
            {['_t', 'who', 'what', 'when', '_policy'].map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <TextField label={lookUp.value} value={value} onChange={setValue} autocomplete="off" />
          <Button type="submit" disabled={action.isRunning}>
            {lookUp.bind}
          </Button>
        </div>
      </Form>
    </details>
  );
};
