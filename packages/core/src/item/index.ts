export { type Network, networkContains, parseNetwork } from '../internet/network.ts';
export {
  ALIAS_KINDS,
  type Alias,
  type AliasKind,
  type AliasLabel,
  aliasLabel,
  parseAlias,
  parseNewAlias,
} from './alias.ts';
export { type AliasTarget, readAliasTarget } from './alias-target.ts';
export * from './collection.ts';
export * from './edition-laws.ts';
export { foldFilePath, parseItemFilePath } from './files/file-path.ts';
export {
  documentPath,
  escapeFilePath,
  FILE_NAME_ENCODINGS,
  type FileNameEncoding,
  readingsOfPath,
  unescapeFilePath,
} from './files/file-url.ts';
export { createItemPaths, type ItemPaths } from './files/item-paths.ts';
export { repositoryFolder } from './files/repository-folder.ts';
export { fileNameBytes, readableFileName, spellFileName } from './files/spell-file-name.ts';
export * from './item-state.ts';
export { protocolLanguage, readLanguage } from './languages.ts';
export * from './limits.ts';
export { findLicense } from './metadata/licenses.ts';
export * from './metadata/metadata.ts';
export {
  METADATA_FIELD_NAMES,
  type MetadataFieldName,
  metadataField,
} from './metadata/metadata-fields.ts';
export type { Qualifier } from './metadata/metadata-qualifiers.ts';
export { QUALIFIER_NAMES, type QualifierName } from './metadata/qualifier-names.ts';
export { meetLanguage } from './relations.ts';
export * from './translation-laws.ts';
