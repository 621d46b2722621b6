/** On paper an item shows what it is, how it is cited and what is in it; nothing that is only for screens. */
export const PRINT_STYLE = `@media print {
  :root { color-scheme: light; --paper: #ffffff; --raised: #ffffff; }
  body { font-size: 10.5pt; }
  header.site { border: 0; padding-block: 0; }
  header.site nav, footer.site nav, button, .find, .actions, .skip, .cite-styles, .show, .hash, .card details, .cited p:not(.citation), #proof, #statistics, #metadata, #subjects, #verification { display: none; }
  .card { padding: 0; border: 0; }
  .item { display: block; padding-top: 0.5rem; }
  .head { border: 0; padding-bottom: 0; }
  section, .card, tr { break-inside: avoid; }
  a { color: inherit; text-decoration: none; }
  .cite .cited { display: none; }
  .cite .cited-apa { display: block; }
  footer.site { margin-top: 1rem; }
}
`;
