import type { MetadataValue } from '@perene/core/item';
import { useEffect, useId, useState } from 'preact/hooks';
import { useSession } from '../shell/session.ts';
import { TextField } from '../ui/field.tsx';
import type { WrittenValue } from './description.ts';

/** The fields whose values others have used before. */
export type SuggestedName = 'creator' | 'subject';

export const isSuggested = (field: string): field is SuggestedName => field === 'creator' || field === 'subject';

/** Somebody who pauses this long may want a suggestion. */
const PAUSE_MS = 250;
const MIN_LENGTH = 2;

/** A text for which the Archive suggests what its items have; a chosen person comes with what is known of them. */
export const SuggestedField = ({
  field,
  value,
  onChange,
  ...texts
}: {
  readonly field: SuggestedName;
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly hint: string | undefined;
  readonly error: string | undefined;
  readonly value: WrittenValue;
  readonly onChange: (change: Partial<WrittenValue>) => void;
}) => {
  const { client } = useSession();
  const id = useId();
  const [suggested, setSuggested] = useState<readonly MetadataValue[]>([]);
  const [isWriting, setWriting] = useState(false);
  const text = value.value.trim();
  useEffect(() => {
    if (!isWriting || text.length < MIN_LENGTH) return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      client.api
        .suggestValues({ field, text: text.slice(0, 200) }, { signal: asking.signal })
        .then(({ values }) => setSuggested(values))
        // Without suggestions, people write as before.
        .catch(() => undefined);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [client, field, text, isWriting]);
  const write = (written: string): void => {
    setWriting(true);
    const known = suggested.find((one) => one.value === written);
    const hasDetails = Object.values(value.qualifiers ?? {}).some((detail) => detail !== '');
    // The part that somebody had in one work says nothing of another.
    const { value: _, language = '', role: __, ...qualifiers }: MetadataValue = known ?? { value: written };
    const said = known === undefined || hasDetails ? {} : { language: value.language || language, qualifiers };
    onChange({ value: written, ...said });
  };
  return (
    <>
      <TextField {...texts} value={value.value} onChange={write} list={id} autocomplete="off" />
      <datalist id={id}>
        {suggested.map((one) => (
          <option key={one.value} value={one.value}>
            {one['orcid']}
          </option>
        ))}
      </datalist>
    </>
  );
};
