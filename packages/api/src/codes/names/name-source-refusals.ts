/** Refusals about files in which another store has written its names. */
export interface NameSourceRefusals {
  'name-source-invalid': {
    readonly reason:
      | 'unreadable'
      | 'too-long'
      | 'cut'
      | 'columns'
      | 'no-names'
      | 'no-name'
      | 'no-minter'
      | 'alias'
      | 'operation'
      | 'value';
    readonly line: number;
    /** The name, or what there is in its place. */
    readonly text: string;
  };
}
