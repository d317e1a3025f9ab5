import { z } from 'zod';
import { Latitude, Longitude, optionalText } from './fields.ts';
import {
  MAP_PROVIDER_NAMES,
  MAP_PROVIDERS,
  type MapProvider as Provider,
} from './map-providers.ts';
import { policyOrigin } from './urls.ts';
import { parseCoordinates } from './projects.ts';

const MapProvider = z.enum(MAP_PROVIDERS);

export const MapProviderInput = z
  .enum([...MAP_PROVIDERS, 'mapsmadeeasy'])
  .transform((spelled) => (spelled === 'mapsmadeeasy' ? 'maps_made_easy' : spelled));

const DOMAINS: Record<Exclude<Provider, 'custom'>, readonly string[]> = {
  maps_made_easy: ['mapsmadeeasy.com'],
  dronedeploy: ['dronedeploy.com'],
  pix4d: ['pix4d.com'],
  sensrfly: ['sensrfly.com'],
  skycatch: ['skycatch.com'],
  propeller: ['propelleraero.com', 'prpellr.com'],
};

const FRAME_CODE = /^<iframe\b[^>]*\ssrc\s*=\s*["']([^"']+)["']/i;

/** Providers offer iframe code to copy; only its URL is kept. */
const addressIn = (typed: string) =>
  (FRAME_CODE.exec(typed.trim())?.[1] ?? typed).replaceAll('&amp;', '&');

/** The map is shown in a frame, so the URL must be https without a password. */
export const MapAddress = optionalText(4000)
  .transform((typed) => (typed === null ? null : addressIn(typed).trim()))
  .refine(
    (address) => address === null || isWebAddress(address),
    'Enter a map link that starts with https://',
  );

function isWebAddress(address: string): boolean {
  if (!/^https:\/\//i.test(address) || /\s/.test(address)) return false;
  return policyOrigin(address) !== null && address.length <= 2000;
}

const MapPosition = z.object({ latitude: Latitude, longitude: Longitude });

export const MapCoordinates = z
  .union([MapPosition, z.string()])
  .nullish()
  .transform((given, context) => {
    if (typeof given !== 'string') return given ?? null;
    try {
      const { latitude, longitude } = parseCoordinates(given);
      return latitude === null || longitude === null ? null : { latitude, longitude };
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : String(error));
      return z.NEVER;
    }
  });

export const EmbeddedMap = z.object({
  mapEmbedUrl: z.string().nullable(),
  mapProvider: MapProvider,
  mapCoordinates: MapPosition.nullable(),
});
export type EmbeddedMap = z.infer<typeof EmbeddedMap>;

export function mapAddressProblem(address: string | null, provider: Provider): string | null {
  if (address === null || provider === 'custom') return null;
  const { hostname } = new URL(address);
  const domains = DOMAINS[provider];
  const isTheirs = domains.some((name) => hostname === name || hostname.endsWith(`.${name}`));
  if (isTheirs) return null;
  const name = MAP_PROVIDER_NAMES[provider];
  return `${name} maps are on ${domains.join(' or ')}. Choose “${MAP_PROVIDER_NAMES.custom}” for other links.`;
}

/** CSP frame sources: all domains of a known provider, whose servers redirect to each other, or the URL's origin. */
export const frameSources = (address: string, provider: Provider): string[] =>
  provider === 'custom'
    ? [policyOrigin(address) ?? "'none'"]
    : DOMAINS[provider].flatMap((name) => [`https://${name}`, `https://*.${name}`]);
