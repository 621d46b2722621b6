import { parseRepositoryName, type RepositoryLabel } from '@perene/core';
import { repositoryFolder } from '@perene/core/item';

/**
 * `col/<repository>/doc`. The name was checked before. A database may come from anywhere, so what becomes a path is
 * checked once more.
 */
export const documentsFolder = (repository: RepositoryLabel): string => {
  const name = parseRepositoryName(repository);
  if (!name.ok) throw new Error(`not a repository name: ${JSON.stringify(repository)}`);
  return `${repositoryFolder(name.value.text)}/doc`;
};
