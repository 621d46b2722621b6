import { useState } from 'preact/hooks';
import { type Binding, bindElement, type KnownIdentifier, type MinterSummary, unbindElement } from '../api/minters.ts';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { useToast } from '../ui/toasts.tsx';
import { type Action, useAction } from '../ui/use-action.ts';
import { MINTERS } from './texts.ts';

interface IdentifierProps {
  readonly minter: MinterSummary;
  readonly known: KnownIdentifier;
  /** The identifier as the person typed it, with its pepper if it was typed. */
  readonly typed: string;
  readonly mayBind: boolean;
  readonly onChange: () => void;
}

/** Shows all that the minter knows of an identifier, and what may be bound to it. */
export const Identifier = (props: IdentifierProps) => {
  const { known, minter, typed, mayBind, onChange } = props;
  const texts = useTexts(MINTERS).lookUp;
  const { client } = useSession();
  const toast = useToast();
  const action = useAction();
  const unbind = async ({ element }: Binding): Promise<void> => {
    if (!(await action.run(() => unbindElement(client, minter.name, typed, element)))) return;
    toast(texts.removed);
    onChange();
  };
  return (
    <div class="panel">
      <h3 class="code">{known.id}</h3>
      <Circulation known={known} />
      {known.held && <p>{texts.held}</p>}
      {known.peppered && <p>{texts.peppered}</p>}
      <h4>{texts.bound}</h4>
      {known.bindings.length === 0 && <p class="hint">{texts.nothing}</p>}
      <dl class="facts">
        {known.bindings.map((binding) => (
          <div key={binding.element} class="fact">
            <dt>{binding.element}</dt>
            <dd>
              {binding.value ?? (
                <>
                  <code>{binding.base64}</code> <span class="hint">({texts.binary})</span>
                </>
              )}{' '}
              {mayBind && (
                <Button kind="quiet" onClick={() => unbind(binding)} aria-label={`${texts.remove}: ${binding.element}`}>
                  {texts.remove}
                </Button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      {mayBind && <Bind {...props} action={action} />}
    </div>
  );
};

/** Shows the node's own date, which has no time zone. */
const Circulation = ({ known: { circulation } }: Pick<IdentifierProps, 'known'>) => {
  const texts = useTexts(MINTERS).lookUp;
  const format = useFormat();
  if (circulation === undefined) return <p>{texts.never}</p>;
  const { status, date, contact } = circulation;
  const words: Readonly<Record<string, string>> = { i: texts.issued, q: texts.queued, u: texts.unqueued };
  const instant = date.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6');
  return (
    <p>
      {words[status.charAt(0)] ?? status}, {format.time(instant)}
      {contact !== undefined && ` ${texts.by} ${contact}`}
    </p>
  );
};

const Bind = ({ minter, typed, onChange, action }: IdentifierProps & { readonly action: Action }) => {
  const texts = useTexts(MINTERS).lookUp;
  const { client } = useSession();
  const toast = useToast();
  const [element, setElement] = useState('');
  const [value, setValue] = useState('');
  const [isTried, setTried] = useState(false);
  const submit = async (): Promise<void> => {
    setTried(true);
    if (element.trim() === '' || value === '') return;
    const binding = { id: typed, element: element.trim(), value };
    if (!(await action.run(() => bindElement(client, minter.name, binding)))) return;
    toast(texts.boundNow);
    setElement('');
    setValue('');
    setTried(false);
    onChange();
  };
  return (
    <Form onSubmit={submit} label={texts.bind}>
      <TextField
        label={texts.element}
        hint={texts.elementHint}
        error={isTried && element.trim() === '' ? texts.elementMissing : undefined}
        value={element}
        onChange={setElement}
        isCode
        autocomplete="off"
      />
      <TextField
        label={texts.value}
        error={isTried && value === '' ? texts.valueMissing : undefined}
        value={value}
        onChange={setValue}
        autocomplete="off"
      />
      <Button type="submit" disabled={action.isRunning}>
        {texts.bind}
      </Button>
    </Form>
  );
};
