import { toString as drawSvg } from 'qrcode';
import { type Html, trusted } from '../../html.ts';

const QUIET_ZONE_MODULES = 4;

/** Draws dark on light in every theme, because many cameras cannot read the opposite. */
export const drawQrCode = async (text: string, title: string): Promise<Html> => {
  const svg = await drawSvg(text, { type: 'svg', margin: QUIET_ZONE_MODULES, errorCorrectionLevel: 'M' });
  const label = title.replaceAll(/[&<>"]/g, ' ');
  return trusted(svg.trim().replace('<svg ', `<svg class="qr" role="img" aria-label="${label}" `));
};
