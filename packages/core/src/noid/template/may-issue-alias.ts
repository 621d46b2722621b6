import { parseTemplate, type Template } from './template.ts';
import { validateIdentifier } from './validate-identifier.ts';

const ALIAS = /^(ark|doi|hdl):([^/]+)\/(.+)$/;

/**
 * Whether a minter of this template and NAAN may issue a name that is this alias, given by its key. An upper-case
 * letter of an ARK may be read as the lower-case one, and DOIs are compared without case: if the minter has letters of
 * both cases, every DOI that begins like its names counts as one of them.
 */
export const mayIssueAlias = (
  { template: text, naan }: { readonly template: string; readonly naan: string },
  key: string,
): boolean => {
  const [, kind, authority, name = ''] = ALIAS.exec(key) ?? [];
  const template = parseTemplate(text);
  if (authority !== naan.toLowerCase() || !template.ok || template.value.kind === 'binding') return false;
  const { prefix } = template.value;
  const hasUpperCase = hasUpperCaseNames(template.value);
  if (kind === 'doi' && hasUpperCase) return name.startsWith(prefix.toLowerCase());
  const names = hasUpperCase ? [name] : [name, name.toLowerCase()];
  return names.some((one) => validateIdentifier(`${naan}/${one}`, template.value, { naan }).ok);
};

export const hasUpperCaseNames = ({ prefix, letters }: Template): boolean =>
  /[A-Z]/.test(prefix) || /[Ewc]/.test(letters);
