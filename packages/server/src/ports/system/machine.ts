/** The machine of a node, and what can be seen of another server from here. */
export interface Machine {
  /** Undefined if there is no such folder. */
  inspectFolder(folder: string): Promise<FolderState | undefined>;
  /** Looks at a server at this URL; fails with a code of the system or of TLS if it cannot be reached. */
  inspectServer(url: string): Promise<ServerState>;
}

export interface FolderState {
  readonly freeBytes: number;
  readonly isWritable: boolean;
  /** Whether other users of the machine may read it. */
  readonly isOpenToOthers: boolean;
}

export interface ServerState {
  /** What its clock says, in milliseconds since 1970; undefined if it does not tell. */
  readonly clockMs: number | undefined;
  /** When its certificate ends, in milliseconds since 1970; undefined without TLS. */
  readonly certificateEndMs: number | undefined;
}
