/** Four bytes a pixel, line by line. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Where a pixel comes from, for each way in which a camera can be held (Exif, 2 to 8). */
const SOURCES: Readonly<Record<number, (x: number, y: number, w: number, h: number) => readonly [number, number]>> = {
  2: (x, y, w) => [w - 1 - x, y],
  3: (x, y, w, h) => [w - 1 - x, h - 1 - y],
  4: (x, y, _, h) => [x, h - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, _, h) => [y, h - 1 - x],
  7: (x, y, w, h) => [w - 1 - y, h - 1 - x],
  8: (x, y, w) => [w - 1 - y, x],
};

/** Turns a picture upright. */
export const turn = (pixels: Pixels, orientation: number): Pixels => {
  const source = SOURCES[orientation];
  if (source === undefined) return pixels;
  const isLying = orientation >= 5;
  const { width: w, height: h } = pixels;
  const [width, height] = isLying ? [h, w] : [w, h];
  const from = new Uint32Array(pixels.data.slice().buffer);
  const to = new Uint32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [sourceX, sourceY] = source(x, y, w, h);
      to[y * width + x] = from[sourceY * w + sourceX] ?? 0;
    }
  }
  return { width, height, data: new Uint8Array(to.buffer) };
};
