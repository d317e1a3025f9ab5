import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FlightServices = {
  readonly weatherUrl: string;
  readonly airspaceUrl: string;
  /** Paths with queries, in order. */
  readonly requests: string[];
  /** Answers everything with this instead; null for the usual answers. */
  fail(answer: { status: number; body: string } | null): void;
  close(): Promise<void>;
};

/** The station's observation times, in minutes from the start of the requested period. */
const MINUTES = [5, 51, 111];

/** A fake of the US National Weather Service (with one grid cell and two stations) and the FAA's UAS facility map. */
export async function startFlightServices(): Promise<FlightServices> {
  const requests: string[] = [];
  let failure: { status: number; body: string } | null = null;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    requests.push(`${url.pathname}${url.search}`);
    const found = failure ? null : answerTo(url);
    const { status, body } = failure ?? {
      status: found ? 200 : 404,
      body: JSON.stringify(found ?? { title: 'Not Found' }),
    };
    response.writeHead(status).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    weatherUrl: base,
    airspaceUrl: `${base}/FeatureServer/0`,
    requests,
    fail: (answer) => (failure = answer),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function answerTo({ pathname, searchParams }: URL): object | null {
  switch (pathname) {
    case '/points/31.5,-97.1':
      return { properties: { gridId: 'FWD', gridX: 76, gridY: 38 } };
    case '/gridpoints/FWD/76,38/stations':
      return {
        features: ['TX123', 'KACT'].map((id) => ({ properties: { stationIdentifier: id } })),
      };
    // A station without METARs.
    case '/stations/TX123/observations':
      return {
        features: [{ properties: { timestamp: searchParams.get('start'), rawMessage: '' } }],
      };
    case '/stations/KACT/observations':
      return { features: observations(searchParams.get('start') ?? '') };
    case '/FeatureServer/0/query':
      return {
        features: [200, 100].map((CEILING) => ({ attributes: { CEILING, AIRSPACE_1: 'D' } })),
      };
    default:
      return null;
  }
}

const observations = (start: string) =>
  MINUTES.map((minutes) => ({
    properties: {
      timestamp: new Date(Date.parse(start) + minutes * 60_000).toISOString(),
      rawMessage: `KACT at ${minutes} minutes`,
      textDescription: 'Partly Cloudy',
      temperature: { value: 21.7, unitCode: 'wmoUnit:degC' },
      windDirection: { value: 170, unitCode: 'wmoUnit:degree_(angle)' },
      windSpeed: { value: 22.32, unitCode: 'wmoUnit:km_h-1' },
      windGust: { value: null, unitCode: 'wmoUnit:km_h-1' },
      visibility: { value: 16_090, unitCode: 'wmoUnit:m' },
      cloudLayers: [
        { amount: 'FEW', base: { value: 900, unitCode: 'wmoUnit:m' } },
        { amount: 'BKN', base: { value: 1370, unitCode: 'wmoUnit:m' } },
      ],
    },
  }));
