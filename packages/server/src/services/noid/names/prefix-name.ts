import type { MinterDefinition } from '../../../ports/minting/minter-store.ts';

/** The name under which a minter keeps the values of its prefix; one without a NAAN has no prefix. */
export const prefixId = ({ naan }: Pick<MinterDefinition, 'naan'>): string => `0.NA/${naan}`;
