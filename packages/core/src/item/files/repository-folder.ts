import type { RepositoryLabel } from '../../ibi/label.ts';

/** The folder of the documents of an item: the four parts of its name are folders, readable with `ls`. */
export const repositoryFolder = (repository: RepositoryLabel): string => `col/${repository}`;
