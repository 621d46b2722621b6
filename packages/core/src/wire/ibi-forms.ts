import { type Ibip, parseIbip } from '../ibi/ibip.ts';
import { parseRepositoryName, type RepositoryName } from '../ibi/repository-name.ts';
import { type Answer, accept, refuse } from '../parsing/answer.ts';

/** RTC-11 Table 9.4: `rep <repository name>`, `ibip <IBIp>`, or both in this order. */
export type IbiForms =
  | { readonly repository: RepositoryName; readonly ibip: Ibip | undefined }
  | { readonly repository: undefined; readonly ibip: Ibip };

/** The position of a refusal is the index of the word. */
export const parseIbiForms = (words: readonly string[]): Answer<IbiForms> => {
  let index = 0;
  let repository: RepositoryName | undefined;
  let ibip: Ibip | undefined;
  if (words[index] === 'rep') {
    const read = parseRepositoryName(words[index + 1] ?? '');
    if (!read.ok) return { ...read, position: index + 1 };
    repository = read.value;
    index += 2;
  }
  if (words[index] === 'ibip') {
    const read = parseIbip(words[index + 1] ?? '');
    if (!read.ok) return { ...read, position: index + 1 };
    ibip = read.value;
    index += 2;
  }
  if (index < words.length)
    return refuse('ibi-forms/word', index, 'rep or ibip and a label, once each and in this order');
  if (repository) return accept({ repository, ibip });
  return ibip ? accept({ repository, ibip }) : refuse('ibi-forms/empty', 0, 'rep or ibip and a label');
};

export const formatIbiForms = ({ repository, ibip }: IbiForms): readonly string[] => [
  ...(repository ? ['rep', repository.text] : []),
  ...(ibip ? ['ibip', ibip.text] : []),
];
