import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useId } from 'preact/hooks';

interface FieldTexts {
  readonly label: string;
  readonly hint?: ComponentChildren;
  /** What is wrong with the value; screen readers read it, too. */
  readonly error?: string | undefined;
  /** Hides the label of a field in a row, because the title of its column tells the same. */
  readonly isLabelHidden?: boolean;
}

interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': 'true' | undefined;
}

/** A control with its label, hint and error, tied together for screen readers. */
export const Field = ({
  label,
  hint,
  error,
  isLabelHidden = false,
  children,
}: FieldTexts & { readonly children: (attributes: ControlAttributes) => ComponentChildren }) => {
  const id = useId();
  const described = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`];
  return (
    <div class="field">
      <label for={id} class={isLabelHidden ? 'unseen' : undefined}>
        {label}
      </label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
        'aria-invalid': error === undefined ? undefined : 'true',
      })}
      {error !== undefined && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
};

interface TextControl {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}

export const TextField = ({
  label,
  hint,
  error,
  isLabelHidden,
  value,
  onChange,
  isCode = false,
  type = 'text',
  ...rest
}: FieldTexts &
  TextControl & {
    readonly isCode?: boolean;
    readonly type?: 'text' | 'search' | 'password' | 'email' | 'number' | 'date';
    readonly autocomplete?: string;
    readonly required?: boolean;
    readonly list?: string;
    readonly min?: string;
    readonly max?: string;
    readonly placeholder?: string;
  }) => (
  <Field label={label} {...given({ hint, error, isLabelHidden })}>
    {(attributes) => (
      <input
        // Preact has a type for each type of input, but none for a type that is chosen at run time.
        type={type as 'text'}
        spellcheck={!isCode}
        class={isCode ? 'code' : undefined}
        {...rest}
        {...attributes}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    )}
  </Field>
);

export const TextArea = ({
  label,
  hint,
  error,
  isLabelHidden,
  value,
  onChange,
  rows = 4,
  ...rest
}: FieldTexts & TextControl & { readonly rows?: number; readonly required?: boolean }) => (
  <Field label={label} {...given({ hint, error, isLabelHidden })}>
    {(attributes) => (
      <textarea
        rows={rows}
        {...rest}
        {...attributes}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    )}
  </Field>
);

export interface Choice {
  readonly value: string;
  readonly text: string;
}

export const SelectField = ({
  label,
  hint,
  error,
  isLabelHidden,
  value,
  onChange,
  choices,
}: FieldTexts & TextControl & { readonly choices: readonly Choice[] }) => (
  <Field label={label} {...given({ hint, error, isLabelHidden })}>
    {(attributes) => (
      <select {...attributes} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} selected={choice.value === value}>
            {choice.text}
          </option>
        ))}
      </select>
    )}
  </Field>
);

export const CheckField = ({
  label,
  hint,
  checked,
  onChange,
}: {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) => {
  const id = useId();
  return (
    <div class="check">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
};

/** Leaves out undefined values, which optional properties may not have. */
const given = <Values extends object>(values: Values): { [Name in keyof Values]: NonNullable<Values[Name]> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]: NonNullable<Values[Name]>;
  };

/** A form that Enter sends too, and that the browser never sends by itself. */
export const Form = ({
  onSubmit,
  children,
  label,
}: {
  readonly onSubmit: () => void;
  readonly children: ComponentChildren;
  readonly label?: string;
}) => {
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form noValidate onSubmit={submit} aria-label={label}>
      {children}
    </form>
  );
};
