/** A label that came into the Archive, or left it entirely; those of deleted items stay. */
export interface LabelChange {
  /** Later changes have higher numbers. */
  readonly number: number;
  /** Tells whether the change of that number is still the same one. */
  readonly mark: string;
  readonly label: string;
  readonly kind: 'added' | 'removed';
  /** How many labels the Archive held after this change. */
  readonly held: number;
}

/** Every change of the labels of the Archive, for ever, in the order in which they were committed. */
export interface LabelChanges {
  find(number: number): Promise<LabelChange | undefined>;
  /** The first ones after that number. */
  after(number: number, limit: number): Promise<readonly LabelChange[]>;
}
