import { hasNaan } from '../../ark/ark-minters.ts';
import { limitSteps } from '../../bindings/limit-steps.ts';
import { prefixId } from '../../names/prefix-name.ts';
import { authorityOf, type FoundHandle, findHandle, type Handle, parseHandle } from '../find-handle.ts';
import type { HandleValue } from '../handle-value.ts';
import type { HandleParts } from '../handles.ts';
import { readKeptValues } from '../kept-values.ts';
import { makeValues, NAMESPACE_TYPE, readTemplateHandle } from './template-handle.ts';

const DECODER = new TextDecoder();

/** What the template of the prefix makes for a handle that nobody has registered, and the handle of which it is made. */
export const makeTemplateValues = async (
  parts: Pick<HandleParts, 'store' | 'minters' | 'patterns'>,
  handle: Handle,
  text: string,
): Promise<{ readonly base: FoundHandle; readonly values: readonly HandleValue[] } | undefined> => {
  const namespace = await parts.minters.search(authorityOf(handle), async (holders) => {
    // Whatever others bind says nothing about a prefix that is not theirs.
    for (const definition of holders.filter((each) => hasNaan(each, authorityOf(handle)))) {
      const bound = await parts.store.read(definition.name, (minter) =>
        minter.element(prefixId(definition), NAMESPACE_TYPE),
      );
      if (bound !== undefined) return DECODER.decode(bound);
    }
    return undefined;
  });
  const template = namespace === undefined ? undefined : readTemplateHandle(namespace, text);
  const base = template && parseHandle(template.base);
  const found = base && (await findHandle(parts, base));
  if (template === undefined || found === undefined) return undefined;
  const values = await makeValues(limitSteps(parts.patterns), template, readKeptValues(found.bound, found.changed));
  return values && { base: found, values };
};
