import { type Html, html, trusted } from '../html.ts';

/** Icons of 24 units, drawn with lines; the text beside each says the same. */
const SHAPES = {
  search: '<circle cx="11" cy="11" r="7"/><path d="m20 20-4-4"/>',
  open: '<path d="M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5"/>',
  download: '<path d="M12 4v11m-5-5 5 5 5-5M4 20h16"/>',
  show: '<path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7z"/><circle cx="12" cy="12" r="3"/>',
  newer: '<path d="M12 8v4l3 2"/><circle cx="12" cy="12" r="9"/>',
} as const;

export const renderIcon = (name: keyof typeof SHAPES): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${trusted(SHAPES[name])}</svg>`;

/** The sign of ORCID, in its own colours. */
export const ORCID_SIGN: Html = trusted(
  '<svg viewBox="0 0 256 256" aria-hidden="true"><circle cx="128" cy="128" r="128" fill="#a6ce39"/><path fill="#fff" d="M86.3 186.2H70.9V79.1h15.4zM108.9 79.1h41.6c39.6 0 57 28.3 57 53.6 0 27.5-21.5 53.6-56.8 53.6h-41.8zm15.4 93.3h24.5c34.9 0 42.9-26.5 42.9-39.7 0-21.5-13.7-39.7-43.7-39.7h-23.7zM88.7 56.8a10.1 10.1 0 1 1-20.2 0 10.1 10.1 0 0 1 20.2 0z"/></svg>',
);
