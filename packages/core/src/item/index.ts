export { type Network, networkContains, parseNetwork } from '../internet/network.ts';
export { foldFilePath, parseItemFilePath } from './file-path.ts';
export * from './item-state.ts';
export * from './metadata.ts';
export { formatOaiDc } from './oai-dc.ts';
export { repositoryFolder } from './repository-folder.ts';
