import GeoJSON from 'ol/format/GeoJSON.js';
import type Feature from 'ol/Feature.js';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import countiesUrl from 'us-atlas/counties-10m.json?url';
import statesUrl from 'us-atlas/states-10m.json?url';
import countriesUrl from 'world-atlas/countries-110m.json?url';
import { groupBy } from '#domain/group-by.ts';

type NamedShapes = GeometryCollection<{ name: string }>;
type Countries = Topology<{ countries: NamedShapes }>;
type States = Topology<{ states: NamedShapes }>;
type Counties = Topology<{ counties: NamedShapes }>;

/** ISO 3166-1 numeric code, as in the atlas. */
const UNITED_STATES = '840';

const format = new GeoJSON({ dataProjection: 'EPSG:4326', featureProjection: 'EPSG:3857' });

async function load<T>(url: string): Promise<T> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The outlines did not load: ${answer.status}.`);
  return (await answer.json()) as T;
}

export type OutlineKind =
  | 'land'
  | 'country'
  | 'state'
  | 'border'
  | 'state_border'
  | 'county_border'
  | 'county';

function withKind(features: Feature[], kind: OutlineKind): Feature[] {
  for (const each of features) each.set('kind', kind, true);
  return features;
}

const polygons = (topology: Topology, object: NamedShapes, kind: OutlineKind) =>
  withKind(format.readFeatures(feature(topology, object)), kind);

/** Merges shared borders, which would otherwise be drawn twice and look darker. */
const lines = (topology: Topology, object: NamedShapes, kind: OutlineKind) =>
  withKind(format.readFeatures(mesh(topology, object, (a, b) => a !== b)), kind);

/** Countries (Natural Earth) and the states of the United States (Census Bureau), both in the public domain. */
export async function loadCountries(): Promise<Feature[]> {
  const [world, us] = await Promise.all([load<Countries>(countriesUrl), load<States>(statesUrl)]);
  const { countries } = world.objects;
  const others = countries.geometries.filter(({ id }) => id !== UNITED_STATES);
  const home = countries.geometries.filter(({ id }) => id === UNITED_STATES);
  return [
    // Drawn below the states, which have a finer outline.
    ...polygons(world, { ...countries, geometries: home }, 'land'),
    ...polygons(world, { ...countries, geometries: others }, 'country'),
    ...polygons(us, us.objects.states, 'state'),
    ...lines(world, { ...countries, geometries: others }, 'border'),
    ...lines(us, us.objects.states, 'state_border'),
  ];
}

/** The counties of the United States, one state at a time. All at once would freeze the map while it's being moved. */
export async function* loadCounties(): AsyncGenerator<Feature[]> {
  const us = await load<Counties>(countiesUrl);
  const { counties } = us.objects;
  const byState = groupBy(counties.geometries, ({ id }) => String(id).slice(0, 2));
  for (const geometries of byState.values()) {
    const ofState = { ...counties, geometries };
    yield [...lines(us, ofState, 'county_border'), ...polygons(us, ofState, 'county')];
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
}
