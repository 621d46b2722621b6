/** A label that was added to the Archive or removed from it; labels of deleted items stay. */
export interface LabelChange {
  /** Later changes have higher numbers. */
  readonly number: number;
  /** Shows whether the change with that number is still the same one. */
  readonly mark: string;
  readonly label: string;
  readonly kind: 'added' | 'removed';
  /** The number of labels that the Archive had after this change. */
  readonly held: number;
}

/** Every change of the labels of the Archive, for ever, in the order in which they were committed. */
export interface LabelChanges {
  /** The number of the last change; 0 where there is none. */
  last(): Promise<number>;
  find(number: number): Promise<LabelChange | undefined>;
  /** The first changes after that number. */
  after(number: number, limit: number): Promise<readonly LabelChange[]>;
}
