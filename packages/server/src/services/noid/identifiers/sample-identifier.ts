import { checkCharacter, firstPart, type MintingTemplate, numberToCharacters, type Template } from '@perene/core/noid';
import type { QuickSecrets } from '../../../ports/system/secrets.ts';

/** An example of an identifier of the template; it may be in use. */
export const sampleIdentifier = (
  template: Template,
  { naan, below, secrets }: { readonly naan: string; readonly below: bigint; readonly secrets: QuickSecrets },
): string => {
  if (template.kind === 'binding') return '';
  const chance = BigInt(`0x${secrets.randomBytes(32).toString('hex')}`);
  return writeIdentifier(template, naan, chance % (template.total ?? below));
};

const writeIdentifier = (template: MintingTemplate, naan: string, number: bigint): string => {
  const text = firstPart(template, naan) + numberToCharacters(number, template);
  return template.hasCheckCharacter ? text + checkCharacter(text, template.checkAlphabet) : text;
};
