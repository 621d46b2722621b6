/** The records of a ZIP file without compression, as PKWARE's APPNOTE 6.3.10 describes them in section 4.3. */

export interface ZipEntry {
  /** The path, in UTF-8; never with a backslash, which some programs take for a folder. */
  readonly name: Buffer;
  readonly bytes: number;
}

export interface PlacedEntry extends ZipEntry {
  /** Where its local header begins. */
  readonly offset: number;
}

export interface ZipDirectory {
  readonly offset: number;
  readonly bytes: number;
  readonly entries: number;
}

const MAX_16 = 0xffff;
const MAX_32 = 0xffff_ffff;
const STORED = 0;
/** Unix, so that names and rights are read as Unix writes them; version 4.5 knows ZIP64. */
const MADE_BY = (3 << 8) | 45;
const PLAIN_VERSION = 20;
const ZIP64_VERSION = 45;
const UTF8_NAME = 0x0800;
/** A regular file that its owner may write and everybody may read. */
const FILE_MODE = 0o100644;
const ZIP64_EXTRA = 0x0001;
const TIME_EXTRA = 0x5455;
const TIME_EXTRA_BYTES = 9;
const HAS_MODIFIED = 1;

const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const ZIP64_END_BYTES = 56;
const ZIP64_LOCATOR_BYTES = 20;
const END_BYTES = 22;

const isLarge = (value: number): boolean => value >= MAX_32;
const clip = (value: number): number => Math.min(value, MAX_32);

const zip64Bytes = (values: number): number => (values === 0 ? 0 : 4 + 8 * values);
const localLarge = ({ bytes }: ZipEntry): readonly number[] => (isLarge(bytes) ? [bytes, bytes] : []);
const centralLarge = (entry: PlacedEntry): readonly number[] => [
  ...localLarge(entry),
  ...(isLarge(entry.offset) ? [entry.offset] : []),
];

export const localBytes = (entry: ZipEntry): number =>
  LOCAL_BYTES + entry.name.length + TIME_EXTRA_BYTES + zip64Bytes(localLarge(entry).length);

export const centralBytes = (entry: PlacedEntry): number =>
  CENTRAL_BYTES + entry.name.length + TIME_EXTRA_BYTES + zip64Bytes(centralLarge(entry).length);

const needsZip64 = ({ offset, bytes, entries }: ZipDirectory): boolean =>
  entries >= MAX_16 || isLarge(offset) || isLarge(bytes);

export const endBytes = (directory: ZipDirectory): number =>
  END_BYTES + (needsZip64(directory) ? ZIP64_END_BYTES + ZIP64_LOCATOR_BYTES : 0);

/** What a reader must know, in both headers: version, flags, method, date, CRC-32, sizes, length of the name. */
const commonFields = (
  entry: ZipEntry,
  { crc32, modified, isZip64 }: { readonly crc32: number; readonly modified: Date; readonly isZip64: boolean },
): Buffer => {
  const fields = Buffer.alloc(24);
  fields.writeUInt16LE(isZip64 ? ZIP64_VERSION : PLAIN_VERSION, 0);
  fields.writeUInt16LE(UTF8_NAME, 2);
  fields.writeUInt16LE(STORED, 4);
  fields.writeUInt32LE(dosTime(modified), 6);
  fields.writeUInt32LE(crc32, 10);
  fields.writeUInt32LE(clip(entry.bytes), 14);
  fields.writeUInt32LE(clip(entry.bytes), 18);
  fields.writeUInt16LE(entry.name.length, 22);
  return fields;
};

/** In UTC: the other date says so, and programs that do not read it have no zone at all. */
const dosTime = (date: Date): number => {
  const year = Math.min(Math.max(date.getUTCFullYear(), 1980), 2107) - 1980;
  const day = (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
};

const extraFields = (modified: Date, large: readonly number[]): Buffer => {
  const fields = Buffer.alloc(TIME_EXTRA_BYTES + zip64Bytes(large.length));
  fields.writeUInt16LE(TIME_EXTRA, 0);
  fields.writeUInt16LE(TIME_EXTRA_BYTES - 4, 2);
  fields.writeUInt8(HAS_MODIFIED, 4);
  fields.writeInt32LE(Math.min(Math.max(Math.floor(modified.getTime() / 1_000), 0), 0x7fff_ffff), 5);
  if (large.length === 0) return fields;
  fields.writeUInt16LE(ZIP64_EXTRA, TIME_EXTRA_BYTES);
  fields.writeUInt16LE(8 * large.length, TIME_EXTRA_BYTES + 2);
  for (const [index, value] of large.entries()) {
    fields.writeBigUInt64LE(BigInt(value), TIME_EXTRA_BYTES + 4 + 8 * index);
  }
  return fields;
};

interface Written {
  readonly crc32: number;
  readonly modified: Date;
}

export const writeLocal = (entry: ZipEntry, { crc32, modified }: Written): Buffer => {
  const large = localLarge(entry);
  const extra = extraFields(modified, large);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(extra.length);
  const common = commonFields(entry, { crc32, modified, isZip64: large.length > 0 });
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, length, entry.name, extra]);
};

export const writeCentral = (entry: PlacedEntry, { crc32, modified }: Written): Buffer => {
  const large = centralLarge(entry);
  const extra = extraFields(modified, large);
  const head = Buffer.from('PK\x01\x02..', 'latin1');
  head.writeUInt16LE(MADE_BY, 4);
  const rest = Buffer.alloc(16);
  rest.writeUInt16LE(extra.length, 0);
  rest.writeUInt32LE(FILE_MODE * 2 ** 16, 8);
  rest.writeUInt32LE(clip(entry.offset), 12);
  const common = commonFields(entry, { crc32, modified, isZip64: large.length > 0 });
  return Buffer.concat([head, common, rest, entry.name, extra]);
};

export const writeEnd = (directory: ZipDirectory): Buffer => {
  const { offset, bytes, entries } = directory;
  const end = Buffer.alloc(END_BYTES);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Math.min(entries, MAX_16), 8);
  end.writeUInt16LE(Math.min(entries, MAX_16), 10);
  end.writeUInt32LE(clip(bytes), 12);
  end.writeUInt32LE(clip(offset), 16);
  return needsZip64(directory) ? Buffer.concat([writeZip64End(directory), end]) : end;
};

const writeZip64End = ({ offset, bytes, entries }: ZipDirectory): Buffer => {
  const end = Buffer.alloc(ZIP64_END_BYTES + ZIP64_LOCATOR_BYTES);
  end.write('PK\x06\x06', 'latin1');
  // The size of the record, without its first twelve bytes.
  end.writeBigUInt64LE(BigInt(ZIP64_END_BYTES - 12), 4);
  end.writeUInt16LE(MADE_BY, 12);
  end.writeUInt16LE(ZIP64_VERSION, 14);
  end.writeBigUInt64LE(BigInt(entries), 24);
  end.writeBigUInt64LE(BigInt(entries), 32);
  end.writeBigUInt64LE(BigInt(bytes), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  end.write('PK\x06\x07', ZIP64_END_BYTES, 'latin1');
  end.writeBigUInt64LE(BigInt(offset + bytes), ZIP64_END_BYTES + 8);
  end.writeUInt32LE(1, ZIP64_END_BYTES + 16);
  return end;
};
