/** A map in units of its own, with `y` downwards. */
export interface DrawnMap {
  readonly width: number;
  readonly height: number;
  /** Data of paths, as SVG writes them. */
  readonly areas: readonly string[];
  readonly lines: readonly string[];
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Degrees. */
  readonly box: { readonly west: number; readonly south: number; readonly east: number; readonly north: number };
}

const WIDTH = 640;
const MAX_HEIGHT = 480;
const MIN_HEIGHT = 120;
const MARGIN = 12;
/** Lines with more positions in all are thinned out. */
const MAX_POSITIONS = 5_000;
const MAX_SHAPES = 2_000;
const MAX_DEPTH = 8;

type Position = readonly [longitude: number, latitude: number];

interface Shapes {
  readonly areas: (readonly Position[])[][];
  readonly lines: (readonly Position[])[];
  readonly points: Position[];
}

/** Draws the geometries of a GeoJSON text (RFC 7946) in their own proportions; undefined if there are none. */
export const drawMap = (text: string): DrawnMap | undefined => {
  const shapes: Shapes = { areas: [], lines: [], points: [] };
  try {
    gather(JSON.parse(text), shapes, MAX_DEPTH);
  } catch {
    return undefined;
  }
  const all = [...shapes.areas.flat(2), ...shapes.lines.flat(), ...shapes.points];
  if (all.length === 0) return undefined;
  const box = boxOf(all);
  const project = createProjection(box);
  const step = Math.ceil(all.length / MAX_POSITIONS);
  const path = (line: readonly Position[]): string =>
    line
      .filter((_, index) => index % step === 0 || index === line.length - 1)
      .map((position, index) => `${index === 0 ? 'M' : 'L'}${project.at(position).join(' ')}`)
      .join('');
  return {
    width: WIDTH,
    height: project.height,
    areas: shapes.areas.map((rings) => rings.map((ring) => `${path(ring)}Z`).join('')),
    lines: shapes.lines.map(path),
    points: shapes.points.map(project.at),
    box,
  };
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** How the coordinates of each geometry are taken. */
const GEOMETRIES: Readonly<Record<string, (shapes: Shapes, coordinates: unknown) => void>> = {
  Point: ({ points }, coordinates) => addPoints(points, [coordinates]),
  MultiPoint: ({ points }, coordinates) => addPoints(points, listOf(coordinates)),
  LineString: ({ lines }, coordinates) => addLines(lines, [coordinates]),
  MultiLineString: ({ lines }, coordinates) => addLines(lines, listOf(coordinates)),
  Polygon: ({ areas }, coordinates) => addAreas(areas, [coordinates]),
  MultiPolygon: ({ areas }, coordinates) => addAreas(areas, listOf(coordinates)),
};

const gather = (value: unknown, shapes: Shapes, depth: number): void => {
  if (!isObject(value) || depth === 0) return;
  const { areas, lines, points } = shapes;
  if (areas.length + lines.length + points.length >= MAX_SHAPES) return;
  const inside = [...listOf(value['features']), ...listOf(value['geometries']), value['geometry']];
  for (const one of inside) gather(one, shapes, depth - 1);
  if (typeof value['type'] === 'string' && Object.hasOwn(GEOMETRIES, value['type'])) {
    GEOMETRIES[value['type']]?.(shapes, value['coordinates']);
  }
};

const addPoints = (points: Position[], coordinates: readonly unknown[]): void => {
  points.push(...positionsOf(coordinates.slice(0, MAX_SHAPES)));
};

const addLines = (lines: (readonly Position[])[], coordinates: readonly unknown[]): void => {
  lines.push(
    ...coordinates
      .slice(0, MAX_SHAPES)
      .map((line) => positionsOf(listOf(line)))
      .filter(({ length }) => length > 1),
  );
};

const addAreas = (areas: (readonly Position[])[][], coordinates: readonly unknown[]): void => {
  const rings = coordinates.slice(0, MAX_SHAPES).map((area) => listOf(area).map((ring) => positionsOf(listOf(ring))));
  areas.push(...rings.map((area) => area.filter(({ length }) => length > 2)).filter(({ length }) => length > 0));
};

const positionsOf = (list: readonly unknown[]): readonly Position[] =>
  list.flatMap((position) => {
    const [longitude, latitude] = listOf(position).map(Number);
    if (longitude === undefined || latitude === undefined) return [];
    const isOnEarth = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
    return isOnEarth ? [[longitude, latitude] as const] : [];
  });

const boxOf = (positions: readonly Position[]): DrawnMap['box'] =>
  positions.reduce(
    (box, [longitude, latitude]) => ({
      west: Math.min(box.west, longitude),
      south: Math.min(box.south, latitude),
      east: Math.max(box.east, longitude),
      north: Math.max(box.north, latitude),
    }),
    { west: 180, south: 90, east: -180, north: -90 },
  );

/** A degree of longitude is as wide as it is in the middle of the map. */
const createProjection = ({ west, south, east, north }: DrawnMap['box']) => {
  const widening = Math.max(Math.cos((((south + north) / 2) * Math.PI) / 180), 0.01);
  const across = (east - west) * widening;
  const down = north - south;
  const room = WIDTH - 2 * MARGIN;
  // One place has no extent, and stands in the middle.
  const scale = Math.min(room / Math.max(across, 1e-6), (MAX_HEIGHT - 2 * MARGIN) / Math.max(down, 1e-6));
  const height = Math.max(Math.round(down * scale + 2 * MARGIN), MIN_HEIGHT);
  const left = (WIDTH - across * scale) / 2;
  const top = (height - down * scale) / 2;
  const round = (value: number): number => Math.round(value * 10) / 10;
  return {
    height,
    at: ([longitude, latitude]: Position): readonly [number, number] => [
      round(left + (longitude - west) * widening * scale),
      round(top + (north - latitude) * scale),
    ],
  };
};
