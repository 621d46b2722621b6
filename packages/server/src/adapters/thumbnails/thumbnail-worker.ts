import { parentPort, workerData } from 'node:worker_threads';
import { PhotonImage, resize, SamplingFilter } from '@silvia-odwyer/photon-node';
import { THUMBNAIL_SIZES, type ThumbnailSet } from '../../ports/archive/thumbnails/thumbnails.ts';
import { readImageHeader } from './image-header.ts';
import { turn } from './turn-pixels.ts';

const QUALITY = 80;
const WHITE = 255;

/** Decodes one picture in WebAssembly, which reaches nothing outside of its own memory, and makes small ones of it. */
const makeThumbnails = (content: Uint8Array): ThumbnailSet => {
  const { orientation } = readImageHeader(content) ?? { orientation: 1 };
  const whole = PhotonImage.new_from_byteslice(content);
  const shrink = (from: PhotonImage, longest: number): PhotonImage => {
    const [width, height] = [from.get_width(), from.get_height()];
    const scale = Math.min(1, longest / Math.max(width, height));
    const side = (length: number): number => Math.max(1, Math.round(length * scale));
    return resize(from, side(width), side(height), SamplingFilter.Triangle);
  };
  const write = (image: PhotonImage): Uint8Array => {
    const pixels = turn(
      { width: image.get_width(), height: image.get_height(), data: onWhite(image.get_raw_pixels()) },
      orientation,
    );
    return new PhotonImage(pixels.data, pixels.width, pixels.height).get_bytes_jpeg(QUALITY);
  };
  const large = shrink(whole, THUMBNAIL_SIZES.large);
  return { large: write(large), small: write(shrink(large, THUMBNAIL_SIZES.small)) };
};

/** JPEG knows no transparency. */
const onWhite = (data: Uint8Array): Uint8Array => {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = (data[at + 3] ?? WHITE) / WHITE;
    for (let channel = at; channel < at + 3; channel += 1) {
      data[channel] = Math.round((data[channel] ?? 0) * alpha + WHITE * (1 - alpha));
    }
    data[at + 3] = WHITE;
  }
  return data;
};

parentPort?.postMessage(makeThumbnails(workerData));
