import { parseIbip } from '../../ibi/ibip.ts';
import type { IbipLabel, Label, RepositoryLabel } from '../../ibi/label.ts';
import { type Answer, accept, refuse } from '../../parsing/answer.ts';
import type { WrittenForms } from '../../wire/ibi-forms.ts';
import type { Pair } from '../../wire/list-of-pairs.ts';
import type { UrlList } from '../../wire/url-list.ts';
import type { State } from '../../wire/values.ts';
import { parseHash } from '../hash.ts';
import { parseInstant } from './instant.ts';
import { parsePublicKey, parseSignature } from './public-key.ts';
import type { Signed } from './signed.ts';
import type { Claim } from './statement.ts';

const PREFIX = 'claim.';
const NONE = 'none';

/** An item or a service as a statement names it: by its repository name, or by its IBIp if it has no repository name. */
export const labelOfForms = ({ repository, ibip }: WrittenForms): Label | undefined => repository?.text ?? ibip?.text;

/**
 * Whether the signature covers this very label. Where it does not, the claim is no evidence for the label, until the
 * manifest with the hash of the claim has it.
 */
export const namesLabel = ({ repository, ibip }: Pick<Claim, 'repository' | 'ibip'>, label: Label): boolean =>
  repository === label || ibip === label;

/**
 * The pairs of decision 32, which an answer to urlRequest has beside those of the standard. The answer has the labels,
 * the state and the Archive service already. An item may have several IBIps, and the answer has the one that was asked
 * for: if the claim has another, `claim.ibip` tells it. If the verbs ask for other items only, the answer has no state of
 * the item itself, and `claim.state` tells it.
 */
export const formatClaimPairs = (
  { statement, key, signature }: Signed<Claim>,
  answered: { readonly ibip: IbipLabel | undefined; readonly state: State | undefined },
): readonly Pair[] => [
  { name: 'claim.hash', value: statement.hash },
  ...(statement.ibip === answered.ibip ? [] : [{ name: 'claim.ibip', value: statement.ibip ?? NONE }]),
  { name: 'claim.key', value: key },
  { name: 'claim.previous', value: statement.previous ?? NONE },
  { name: 'claim.signature', value: signature },
  ...(answered.state === undefined ? [{ name: 'claim.state', value: statement.state }] : []),
  { name: 'claim.time', value: statement.time },
];

/** The value is undefined where the Archive does not sign. The position is always 0, because pairs have none. */
export const readClaimPairs = (list: UrlList<WrittenForms>): Answer<Signed<Claim> | undefined> => {
  const pairs = list.others.filter(({ name }) => name.startsWith(PREFIX));
  if (pairs.length === 0) return accept(undefined);
  const item = list.related.get('');
  const archiveService = list.archiveService && labelOfForms(list.archiveService);
  const hasState = item?.state !== undefined || pairs.some(({ name }) => name === 'claim.state');
  if (item?.ibi === undefined || !hasState || archiveService === undefined) {
    return refuse('claim/item', 0, 'ibi, state and ibi.archiveservice beside the claim');
  }
  const read = <Value>(name: string, parse: (text: string) => Answer<Value>): Answer<Value> => {
    const value = pairs.find((pair) => pair.name === PREFIX + name)?.value;
    const answer = typeof value === 'string' ? parse(value) : refuse('claim/missing', 0, 'one word');
    return answer.ok ? answer : { ...answer, position: 0, expected: `in ${PREFIX}${name}: ${answer.expected}` };
  };
  const ibip = pairs.some(({ name }) => name === 'claim.ibip')
    ? read('ibip', parseIbipOrNone)
    : accept(item.ibi.ibip?.text);
  if (!ibip.ok) return ibip;
  // Without a repository name nothing would tie the claim to the item that the answer is about.
  const repository: RepositoryLabel | undefined = item.ibi.repository?.text;
  if (repository === undefined && ibip.value !== item.ibi.ibip?.text) {
    return refuse('claim/item', 0, 'a claim about the label of the answer');
  }
  const state = item.state === undefined ? read('state', parseState) : accept(item.state);
  if (!state.ok) return state;
  const hash = read('hash', parseHash);
  if (!hash.ok) return hash;
  const time = read('time', parseInstant);
  if (!time.ok) return time;
  const previous = read('previous', (text) => (text === NONE ? accept(undefined) : parseHash(text)));
  if (!previous.ok) return previous;
  const key = read('key', parsePublicKey);
  if (!key.ok) return key;
  const signature = read('signature', parseSignature);
  if (!signature.ok) return signature;
  const statement: Claim = {
    kind: 'claim',
    repository,
    ibip: ibip.value,
    state: state.value,
    hash: hash.value,
    time: time.value,
    archiveService,
    previous: previous.value,
  };
  return accept({ statement, key: key.value, signature: signature.value });
};

const STATES: readonly State[] = ['Original', 'Copy', 'Deleted'];

const parseState = (text: string): Answer<State> => {
  const state = STATES.find((one) => one === text);
  return state === undefined ? refuse('claim/state', 0, STATES.join(', ')) : accept(state);
};

const parseIbipOrNone = (text: string): Answer<IbipLabel | undefined> => {
  if (text === NONE) return accept(undefined);
  const ibip = parseIbip(text);
  return ibip.ok ? accept(ibip.value.text) : ibip;
};
