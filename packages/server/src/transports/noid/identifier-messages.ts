import { type Answer, type Refused, type Template, templateSynonym } from '@perene/core/noid';

const TEMPLATE_MESSAGES: Readonly<Record<string, string>> = {
  'noid-template/no-mask': "no template mask - can't generate identifiers.",
  'noid-template/no-order':
    "mask must begin with one of the letters\n'r' (random), 's' (sequential), or 'z' (sequential unlimited).",
  'noid-template/check-character':
    'exactly one check character (k) is allowed, and it may\nonly appear at the end of a string of one or more mask characters.',
  'noid-template/unknown-mask-letter': "a mask may contain only the letters 'd' or 'e'.",
  'noid-template/prefix-outside-alphabet': 'with a check character at the end, a mask may contain only ',
};

/** Returns the message of the original's parse_template: why it refuses, or else the template's synonym. */
export const templateMessage = (answer: Answer<Template>): string => {
  if (answer.ok) {
    return answer.value.kind === 'minting' ? templateSynonym(answer.value) : 'parse_template: no minting possible.';
  }
  const { problem, expected } = answer;
  const message = TEMPLATE_MESSAGES[problem] ?? 'a template has ';
  return `parse_template: ${message}${message.endsWith(' ') ? `${expected}.` : ''}`;
};

/**
 * Returns the original's line about an identifier that does not validate; the template is shown as the user gave it.
 */
export const identifierMessage = (
  { problem, position, expected }: Refused,
  { identifier, template }: { readonly identifier: string; readonly template: string },
): string => {
  const [character] = identifier.slice(position);
  switch (problem) {
    case 'noid/empty':
      return "iderr: can't validate an empty identifier";
    case 'noid/reserved':
      return 'iderr: identifiers must not start with ":/".';
    case 'noid/beginning':
      return `iderr: ${identifier} should begin with ${expected}.`;
    case 'noid/check-character':
      return `iderr: ${identifier} has a check character error`;
    case 'noid/conflict':
      return `iderr: ${identifier} char '${character}' conflicts with template (${template}) ${expected}`;
    case 'noid/shorter':
    case 'noid/longer':
      return `iderr: ${identifier} ${problem.slice('noid/'.length)} than specified template (${template})`;
    default:
      return `iderr: an identifier has ${expected}`;
  }
};
