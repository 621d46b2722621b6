import { type Ibip, parseIbip } from '../ibi/ibip.ts';
import type { IbipLabel, RepositoryLabel } from '../ibi/label.ts';
import { parseRepositoryName, type RepositoryName } from '../ibi/repository-name.ts';
import { type Answer, accept, refuse } from '../parsing/answer.ts';

/** RTC-11 Table 9.4: `rep <repository name>`, `ibip <IBIp>`, or both in this order. */
export type IbiForms =
  | { readonly repository: RepositoryName; readonly ibip: Ibip | undefined }
  | { readonly repository: undefined; readonly ibip: Ibip };

/** Labels to be written, as texts, because writing needs no parsed labels. */
export interface WrittenForms {
  readonly repository: { readonly text: RepositoryLabel } | undefined;
  readonly ibip: { readonly text: IbipLabel } | undefined;
}

/** The position of a refusal is the index of the word. */
export const parseIbiForms = (words: readonly string[]): Answer<IbiForms> => {
  let index = 0;
  const read = <Value>(keyword: string, parse: (text: string) => Answer<Value>): Answer<Value> | undefined => {
    if (words[index] !== keyword) return undefined;
    index += 2;
    const label = parse(words[index - 1] ?? '');
    return label.ok ? label : { ...label, position: index - 1 };
  };
  const repository = read('rep', parseRepositoryName);
  if (repository?.ok === false) return repository;
  const ibip = read('ibip', parseIbip);
  if (ibip?.ok === false) return ibip;
  if (index < words.length || index === 0) return refuse('ibi-forms/word', index, 'rep or ibip and a label');
  return accept({ repository: repository?.value, ibip: ibip?.value } as IbiForms);
};

export const formatIbiForms = ({ repository, ibip }: WrittenForms): readonly string[] => [
  ...(repository ? ['rep', repository.text] : []),
  ...(ibip ? ['ibip', ibip.text] : []),
];
