/** The CRC-32 of a content, which ZIP files need beside the hash. */
export interface FileChecksum {
  readonly sha256: string;
  readonly crc32: number;
}

/** Checksums of contents, kept once they were computed. A content has one for ever, whichever files have it. */
export interface FileChecksums {
  /** Those that are known. */
  find(hashes: readonly string[]): Promise<ReadonlyMap<string, number>>;
  keep(checksums: readonly FileChecksum[]): Promise<void>;
}
