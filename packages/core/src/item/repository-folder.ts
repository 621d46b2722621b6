import type { RepositoryName } from '../ibi/repository-name.ts';

/** Where the documents of an item live: the four parts of its name are the folders, readable with `ls`. */
export const repositoryFolder = ({ text }: RepositoryName): string => `col/${text}`;
