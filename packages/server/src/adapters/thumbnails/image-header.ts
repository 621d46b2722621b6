/** What the beginning of a picture tells of it, before anything of it is decoded. */
export interface ImageHeader {
  readonly width: number;
  readonly height: number;
  /** How the camera was held (Exif, 1 to 8). */
  readonly orientation: number;
}

const MAX_SEGMENTS = 1_000;
const UPRIGHT = 1;

/** Reads the header of a JPEG, PNG, GIF or WebP picture; undefined for anything else. */
export const readImageHeader = (bytes: Uint8Array): ImageHeader | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readJpeg(view) ?? readPng(view) ?? readGif(view) ?? readWebp(view);
  } catch (error) {
    // The picture ends too early.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

const textAt = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)));

const readPng = (view: DataView): ImageHeader | undefined =>
  view.getUint32(0) === 0x89_50_4e_47 && textAt(view, 12, 4) === 'IHDR'
    ? { width: view.getUint32(16), height: view.getUint32(20), orientation: UPRIGHT }
    : undefined;

const readGif = (view: DataView): ImageHeader | undefined =>
  /^GIF8[79]a$/.test(textAt(view, 0, 6))
    ? { width: view.getUint16(6, true), height: view.getUint16(8, true), orientation: UPRIGHT }
    : undefined;

const readWebp = (view: DataView): ImageHeader | undefined => {
  if (textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP') return undefined;
  const kind = textAt(view, 12, 4);
  const of = (width: number, height: number) => ({ width, height, orientation: UPRIGHT });
  if (kind === 'VP8 ') return of(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return of((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (kind !== 'VP8X') return undefined;
  const wide = (at: number): number => (view.getUint32(at, true) & 0xff_ffff) + 1;
  return of(wide(24), wide(27));
};

/** Frames whose size counts; the others of this range are tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const readJpeg = (view: DataView): ImageHeader | undefined => {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  let at = 2;
  let orientation = UPRIGHT;
  for (let segment = 0; segment < MAX_SEGMENTS; segment += 1) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), orientation };
    const length = view.getUint16(at + 2);
    if (marker === 0xe1 && textAt(view, at + 4, 4) === 'Exif') {
      orientation = readOrientation(new DataView(view.buffer, view.byteOffset + at + 10, Math.max(length - 8, 0)));
    }
    at += 2 + length;
  }
  return undefined;
};

const ORIENTATION = 0x0112;
const MAX_ENTRIES = 200;

const readOrientation = (exif: DataView): number => {
  try {
    const isLittle = exif.getUint16(0) === 0x4949;
    const start = exif.getUint32(4, isLittle);
    const count = Math.min(exif.getUint16(start, isLittle), MAX_ENTRIES);
    for (let entry = 0; entry < count; entry += 1) {
      const at = start + 2 + entry * 12;
      if (exif.getUint16(at, isLittle) !== ORIENTATION) continue;
      const value = exif.getUint16(at + 8, isLittle);
      return value >= 1 && value <= 8 ? value : UPRIGHT;
    }
  } catch {}
  return UPRIGHT;
};
