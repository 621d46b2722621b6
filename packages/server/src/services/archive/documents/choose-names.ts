/**
 * Returns each name, or one with a number before it if the name is taken already. However many are alike, a name costs
 * a few steps: each number is tried once.
 */
export const createNameChoice = (isTakenElsewise: (name: string) => boolean = () => false) => {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return (wanted: string, fold: (name: string) => string = asItIs): string => {
    const isTaken = (name: string): boolean => taken.has(fold(name)) || isTakenElsewise(name);
    let name = wanted;
    while (isTaken(name)) {
      const number = (numbers.get(fold(wanted)) ?? 1) + 1;
      numbers.set(fold(wanted), number);
      name = `_${number}_${wanted}`;
    }
    taken.add(fold(name));
    return name;
  };
};

const asItIs = (name: string): string => name;
