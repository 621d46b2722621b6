/** Icons of 24 units, drawn with lines; the text beside each says the same. */
const SHAPES = {
  items: 'M5 4h9l5 5v11H5zM14 4v5h5M8.5 13h7M8.5 16.5h5',
  collections: 'M4 7h6l2 2h8v10H4zM7 4h10',
  deposit: 'M12 16V5m-4.5 4.5L12 5l4.5 4.5M4 15v4h16v-4',
  bulk: 'M12 13V4m-3.5 3.5L12 4l3.5 3.5M4 14h16M4 19h16',
  drafts: 'm5 19 1-4L16 5l3 3L9 18zM14 7l3 3',
  statistics: 'M5 20v-7M12 20V5M19 20v-10',
  minters: 'M4 9h16M4 15h16M10 4 8 20M16 4l-2 16',
  names: 'M4 5h7l9 9-6 6-9-9zM8.5 8.5h.01',
  federation:
    'M12 4a3 3 0 1 0 0 5 3 3 0 0 0 0-5M6 15a3 3 0 1 0 0 5 3 3 0 0 0 0-5M18 15a3 3 0 1 0 0 5 3 3 0 0 0 0-5M10.5 9 7.5 15M13.5 9l3 6',
  relations:
    'M9 15 6.5 17.5a3.5 3.5 0 0 1-5-5L5 9a3.5 3.5 0 0 1 5 0M15 9l2.5-2.5a3.5 3.5 0 0 1 5 5L19 15a3.5 3.5 0 0 1-5 0M8.5 12h7',
  overview: 'M4 14a8 8 0 0 1 16 0M12 14l4-4M4 18h16',
  people:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 5.5a3.5 3.5 0 0 1 0 6M18 14.5c2 .8 3.2 2.600 3.5 5.5',
  keys: 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8M11 12l8-8M16 7l3 3',
  activity: 'M3 12h4l3-7 4 14 3-7h4',
  node: 'M4 5h16v6H4zM4 13h16v6H4zM8 8h.01M8 16h.01',
  menu: 'M4 7h16M4 12h16M4 17h16',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M20 20l-4-4',
} as const;

export type IconName = keyof typeof SHAPES;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={SHAPES[name]} />
  </svg>
);
