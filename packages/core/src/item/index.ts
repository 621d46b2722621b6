export { type Network, networkContains, parseNetwork } from '../internet/network.ts';
export { ALIAS_KINDS, type Alias, type AliasKind, type AliasLabel, aliasLabel, parseAlias } from './alias.ts';
export { type AliasTarget, readAliasTarget } from './alias-target.ts';
export * from './edition-laws.ts';
export { fileNameBytes, readableFileName, spellFileName } from './file-name.ts';
export { foldFilePath, parseItemFilePath } from './file-path.ts';
export {
  documentPath,
  escapeFilePath,
  FILE_NAME_ENCODINGS,
  type FileNameEncoding,
  readingsOfPath,
  unescapeFilePath,
} from './file-url.ts';
export { createItemPaths, type ItemPaths } from './item-paths.ts';
export * from './item-state.ts';
export * from './limits.ts';
export * from './metadata.ts';
export {
  METADATA_FIELD_NAMES,
  type MetadataFieldName,
  metadataField,
} from './metadata-fields.ts';
export { formatOaiDc, type KnownElements } from './oai-dc.ts';
export { meetLanguage } from './relations.ts';
export { repositoryFolder } from './repository-folder.ts';
export * from './translation-laws.ts';
