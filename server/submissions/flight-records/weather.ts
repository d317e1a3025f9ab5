import { z } from 'zod';
import { FOOT } from '#domain/units.ts';
import type { Config } from '#server/config.ts';
import { askService, type FlightPlace } from './ask-service.ts';

const HOUR_MS = 3_600_000;
/** The service keeps observations for about a week. */
export const KEPT_MS = 7 * 24 * HOUR_MS;
const MAX_STATIONS = 5;

// US National Weather Service API (weather.gov/documentation/services-web-api).
const Point = z.object({
  properties: z.object({
    gridId: z.string().regex(/^[A-Z]{3}$/),
    gridX: z.int(),
    gridY: z.int(),
  }),
});
const Stations = z.object({
  features: z.array(
    z.object({ properties: z.object({ stationIdentifier: z.string().regex(/^\w{3,10}$/) }) }),
  ),
});
const Quantity = z.object({ value: z.number().nullable(), unitCode: z.string() }).nullish();
const Observation = z.object({
  timestamp: z.iso.datetime({ offset: true }),
  rawMessage: z.string().nullish(),
  textDescription: z.string().nullish(),
  temperature: Quantity,
  windDirection: Quantity,
  windSpeed: Quantity,
  windGust: Quantity,
  visibility: Quantity,
  cloudLayers: z.array(z.object({ amount: z.string(), base: Quantity })).nullish(),
});
type Observation = z.infer<typeof Observation>;
const Observations = z.object({ features: z.array(z.object({ properties: Observation })) });

/**
 * The observation closest to the time of the flight, at most an hour away, of the nearest station that has one with a
 * METAR. Undefined without such a station.
 */
export async function findWeather(
  config: Pick<Config, 'webhooks'>,
  baseUrl: string,
  { at, now, latitude, longitude }: FlightPlace,
) {
  const age = now.getTime() - at.getTime();
  if (age < 0 || age > KEPT_MS) return undefined;
  const ask = <T>(path: string, schema: z.ZodType<T>) =>
    askService(config, `${baseUrl}${path}`, schema);
  // The service redirects for more decimals and for trailing zeros.
  const place = [latitude, longitude].map((degrees) => Number(degrees.toFixed(4))).join(',');
  const point = await ask(`/points/${place}`, Point);
  if (!point) return undefined;
  const { gridId, gridX, gridY } = point.properties;
  const stations = await ask(`/gridpoints/${gridId}/${gridX},${gridY}/stations`, Stations);
  const time = (offset: number) =>
    new Date(at.getTime() + offset).toISOString().replace(/\.\d+Z$/, 'Z');
  const period = new URLSearchParams({ start: time(-HOUR_MS), end: time(HOUR_MS) }).toString();
  for (const { properties } of stations?.features.slice(0, MAX_STATIONS) ?? []) {
    const path = `/stations/${properties.stationIdentifier}/observations?${period}`;
    const observations = (await ask(path, Observations))?.features ?? [];
    const distance = ({ timestamp }: Observation) => Math.abs(Date.parse(timestamp) - at.getTime());
    const [closest] = observations
      .map((feature) => feature.properties)
      .filter((observation) => observation.rawMessage && distance(observation) <= HOUR_MS)
      .toSorted((a, b) => distance(a) - distance(b));
    const metar = closest?.rawMessage?.slice(0, 500);
    if (closest && metar) return { metar, weather: weatherText(closest).slice(0, 500) || metar };
  }
  return undefined;
}

/** In the units of aviation: 'Partly Cloudy, 22°C, wind 250° at 10 kt, visibility 10 mi, ceiling 4,500 ft'. */
function weatherText(observation: Observation): string {
  const { textDescription, temperature, windDirection, windSpeed, windGust } = observation;
  const { visibility, cloudLayers } = observation;
  const [speed, gust] = [knots(windSpeed), knots(windGust)];
  const from = windDirection?.value == null ? 'variable' : `${windDirection.value}°`;
  const wind = speed === 0 ? 'calm' : `wind ${from} at ${speed} kt`;
  // A ceiling is the lowest layer that covers more than half the sky (FAA Pilot/Controller Glossary).
  const bases = (cloudLayers ?? []).flatMap(({ amount, base }) =>
    /^(BKN|OVC|VV)$/.test(amount) ? (base?.value ?? []) : [],
  );
  return [
    textDescription,
    temperature?.value == null ? null : `${Math.round(temperature.value)}°C`,
    speed === null ? null : wind,
    gust && `gusts ${gust} kt`,
    visibility?.value == null ? null : `visibility ${round(visibility.value / 1609.344, 1)} mi`,
    bases.length > 0 &&
      `ceiling ${round(Math.min(...bases) / FOOT, 100).toLocaleString('en-US')} ft`,
  ]
    .filter(Boolean)
    .join(', ');
}

const round = (value: number, step: number) => Math.round(value / step) * step;

function knots(quantity: z.infer<typeof Quantity>): number | null {
  if (quantity?.value == null) return null;
  const metersPerSecond = quantity.unitCode.endsWith('m_s-1')
    ? quantity.value
    : quantity.value / 3.6;
  return Math.round((metersPerSecond * 3600) / 1852);
}
