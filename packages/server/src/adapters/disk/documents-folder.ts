import { parseRepositoryName } from '@perene/core';
import { repositoryFolder } from '@perene/core/item';

/** `col/<repository>/doc`; that the name is one was checked long before, so another one is a defect. */
export const documentsFolder = (repository: string): string => {
  const name = parseRepositoryName(repository);
  if (!name.ok) throw new Error(`not a repository name: ${JSON.stringify(repository)}`);
  return `${repositoryFolder(name.value)}/doc`;
};
