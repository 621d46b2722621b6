export { type Answer, accept, type Refused, refuse } from '../parsing/answer.ts';
export { checkCharacter, hasValidCheckCharacter } from './check-character.ts';
export { layCounters } from './counters.ts';
export { identifierFolder } from './identifier-folder.ts';
export { type MinterTerm, minterProperties } from './minter-properties.ts';
export { createSequence, type Sequence, type SequenceOptions, type SequenceState } from './next-identifier.ts';
export { charactersToNumber, numberToCharacters } from './number-to-characters.ts';
export { firstPart, type MintingTemplate, parseTemplate, type Template, templateSynonym } from './template.ts';
export { validateAnyIdentifier, validateIdentifier } from './validate-identifier.ts';
