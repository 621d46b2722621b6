export { type Answer, accept, type Refused, refuse } from '../parsing/answer.ts';
export { type Ark, parseArk } from './ark.ts';
export { type Beginning, listBeginnings } from './beginnings.ts';
export { ERC_ELEMENTS, type ErcRecord, ercToJson, type Persistence, writeErc } from './erc.ts';
export { escapeArk } from './escape-ark.ts';
export { locationOf, parseTarget, type Target } from './target.ts';
