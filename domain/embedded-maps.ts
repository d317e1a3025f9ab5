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

/** One of them is spelled in two ways; one is kept. */
export const MapProviderInput = z
  .enum([...MAP_PROVIDERS, 'mapsmadeeasy'])
  .transform((spelled) => (spelled === 'mapsmadeeasy' ? 'maps_made_easy' : spelled));

/** Where the maps of a provider are; whatever is below these names is theirs, too. */
const DOMAINS: Record<Exclude<Provider, 'custom'>, readonly string[]> = {
  maps_made_easy: ['mapsmadeeasy.com'],
  dronedeploy: ['dronedeploy.com'],
  pix4d: ['pix4d.com'],
  sensrfly: ['sensrfly.com'],
  skycatch: ['skycatch.com'],
  propeller: ['propelleraero.com', 'prpellr.com'],
};

const FRAME_CODE = /^<iframe\b[^>]*\ssrc\s*=\s*["']([^"']+)["']/i;

/** Providers offer code to paste: of that, the address is kept. */
const addressIn = (typed: string) =>
  (FRAME_CODE.exec(typed.trim())?.[1] ?? typed).replaceAll('&amp;', '&');

/** Shown in a frame to whoever reads the submission: an https address without a password in it. */
export const MapAddress = optionalText(4000)
  .transform((typed) => (typed === null ? null : addressIn(typed).trim()))
  .refine(
    (address) => address === null || isWebAddress(address),
    'Enter the link of the map. It starts with https://',
  );

function isWebAddress(address: string): boolean {
  if (!/^https:\/\//i.test(address) || /\s/.test(address)) return false;
  return policyOrigin(address) !== null && address.length <= 2000;
}

const MapPosition = z.object({ latitude: Latitude, longitude: Longitude });

/** Where a map is, as two numbers or as people type them: 'latitude, longitude' in degrees. */
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

/** What a submission says of a map that another site shows. */
export const EmbeddedMap = z.object({
  mapEmbedUrl: z.string().nullable(),
  mapProvider: MapProvider,
  mapCoordinates: MapPosition.nullable(),
});
export type EmbeddedMap = z.infer<typeof EmbeddedMap>;

/** Why an address is none of this provider's, in words; null when it is. */
export function mapAddressProblem(address: string | null, provider: Provider): string | null {
  if (address === null || provider === 'custom') return null;
  const { hostname } = new URL(address);
  const domains = DOMAINS[provider];
  const isTheirs = domains.some((name) => hostname === name || hostname.endsWith(`.${name}`));
  if (isTheirs) return null;
  const name = MAP_PROVIDER_NAMES[provider];
  return `Maps of ${name} are on ${domains.join(' or ')}. Choose “${MAP_PROVIDER_NAMES.custom}” for other links.`;
}

/**
 * What a page may show in frames for this map, as sources of a Content Security Policy: all of the
 * provider, whose maps lead from one of its servers to another, or just this one of an unknown one.
 */
export const frameSources = (address: string, provider: Provider): string[] =>
  provider === 'custom'
    ? [policyOrigin(address) ?? "'none'"]
    : DOMAINS[provider].flatMap((name) => [`https://${name}`, `https://*.${name}`]);
