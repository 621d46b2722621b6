/** An item of the sample collection, with its files in packages/server/sample. */
export interface SampleItem {
  /** Its name within the collection; it never changes, so that an interrupted load can go on. */
  readonly name: string;
  readonly files: readonly string[];
  readonly language: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Names of items that come before it. */
  readonly editionOf?: string;
  readonly translationOf?: string;
}

const RIGHTS = 'CC0 1.0: no rights reserved';
const PUBLISHER = 'Perene sample collection';

const describe = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  ...fields,
  publisher: PUBLISHER,
  rights: RIGHTS,
});

const SERIES = 'Notebooks of the Marsh Observatory';

/** Places, people and figures are made up. */
export const SAMPLE_ITEMS: readonly SampleItem[] = [
  {
    name: 'water-levels-2023',
    files: ['water-levels-2023.csv'],
    language: 'en',
    metadata: describe({
      title: 'Water levels of Heron Marsh, 2023',
      creator: ['Prado, Helena', 'Okafor, Samuel'],
      date: '2024',
      subject: ['hydrology', 'wetlands', 'Heron Marsh'],
      type: 'Dataset',
      description: 'Monthly mean water level at three gauges, in centimetres above the datum.',
    }),
  },
  {
    name: 'water-levels-2024',
    files: ['water-levels-2024.csv'],
    language: 'en',
    editionOf: 'water-levels-2023',
    metadata: describe({
      title: 'Water levels of Heron Marsh, 2023 and 2024',
      creator: ['Prado, Helena', 'Okafor, Samuel'],
      date: '2025',
      subject: ['hydrology', 'wetlands', 'Heron Marsh'],
      type: 'Dataset',
      description: 'Second edition: a year more, and two values of 2023 corrected.',
    }),
  },
  {
    name: 'report-pt',
    files: ['relatorio.html'],
    language: 'pt',
    metadata: describe({
      title: 'O brejo das garças: relatório de dez anos',
      creator: ['Prado, Helena'],
      date: '2025',
      subject: ['áreas úmidas', 'monitoramento', 'Brejo das Garças'],
      type: 'Text',
      description: 'O que dez anos de medições dizem sobre a água, as aves e o fogo no brejo.',
    }),
  },
  {
    name: 'report-en',
    files: ['report.html'],
    language: 'en',
    translationOf: 'report-pt',
    metadata: describe({
      title: 'Heron Marsh: a report on ten years',
      creator: ['Prado, Helena'],
      date: '2025',
      subject: ['wetlands', 'monitoring', 'Heron Marsh'],
      type: 'Text',
      description: 'What ten years of measuring say about water, birds and fire in the marsh.',
    }),
  },
  {
    name: 'map',
    files: ['map.svg'],
    language: 'en',
    metadata: describe({
      title: 'Map of Heron Marsh with its gauges',
      creator: ['Lindqvist, Maja'],
      date: '2024',
      subject: ['maps', 'wetlands', 'Heron Marsh'],
      type: 'Image',
      description: 'Open water, reed and gauges, drawn at 1 : 20 000.',
    }),
  },
  {
    name: 'dawn',
    files: ['dawn.png'],
    language: 'en',
    metadata: describe({
      title: 'Dawn over Heron Marsh',
      creator: ['Lindqvist, Maja'],
      date: '2024-06-21',
      subject: ['photographs', 'Heron Marsh'],
      type: 'StillImage',
      description:
        'Looking east from gauge B, an hour before the summer solstice. The picture was computed, not taken.',
    }),
  },
  {
    name: 'notebook-1',
    files: ['notebook-1.txt'],
    language: 'en',
    metadata: describe({
      title: 'Notebook 1: arrival of the herons',
      creator: ['Okafor, Samuel'],
      date: '2023-09',
      relation: SERIES,
      subject: ['birds', 'field notes', 'Heron Marsh'],
      type: 'Text',
    }),
  },
  {
    name: 'notebook-2',
    files: ['notebook-2.txt'],
    language: 'en',
    metadata: describe({
      title: 'Notebook 2: the dry weeks',
      creator: ['Okafor, Samuel'],
      date: '2024-02',
      relation: SERIES,
      subject: ['drought', 'field notes', 'Heron Marsh'],
      type: 'Text',
    }),
  },
  {
    name: 'notebook-3',
    files: ['notebook-3.txt'],
    language: 'en',
    metadata: describe({
      title: 'Notebook 3: after the fire',
      creator: ['Okafor, Samuel', 'Prado, Helena'],
      date: '2024-10',
      relation: SERIES,
      subject: ['fire', 'field notes', 'Heron Marsh'],
      type: 'Text',
    }),
  },
];
