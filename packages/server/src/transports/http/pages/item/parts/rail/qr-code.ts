import { toString as drawSvg } from 'qrcode';
import { type Html, trusted } from '../../../html.ts';

const QUIET_ZONE_MODULES = 4;
/** A few megabytes. */
const MAX_REMEMBERED = 1_000;

const remembered = new Map<string, Promise<string>>();

/** Drawing takes longer than most of a page, and the code of an address never changes. */
const drawOnce = (text: string): Promise<string> => {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const drawn = drawSvg(text, { type: 'svg', margin: QUIET_ZONE_MODULES, errorCorrectionLevel: 'M' });
  const [oldest] = remembered.size < MAX_REMEMBERED ? [] : remembered.keys();
  if (oldest !== undefined) remembered.delete(oldest);
  remembered.set(text, drawn);
  return drawn;
};

/** Draws dark on light in every theme, because many cameras cannot read the opposite. */
export const drawQrCode = async (text: string, title: string): Promise<Html> => {
  const svg = await drawOnce(text);
  const label = title.replaceAll(/[&<>"]/g, ' ');
  return trusted(svg.trim().replace('<svg ', `<svg class="qr" role="img" aria-label="${label}" `));
};
