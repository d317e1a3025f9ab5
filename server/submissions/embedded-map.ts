import { mapAddressProblem } from '#domain/embedded-maps.ts';
import { AppError } from '#domain/errors.ts';
import type { MapProvider } from '#domain/map-providers.ts';

/** Throws INVALID_INPUT if the URL isn't one of the provider's. */
export function assertMapUrl(fields: {
  mapEmbedUrl?: string | null | undefined;
  mapProvider?: MapProvider | null | undefined;
}): void {
  const problem = mapAddressProblem(fields.mapEmbedUrl ?? null, fields.mapProvider ?? 'custom');
  if (problem) throw new AppError('INVALID_INPUT', problem);
}

/** Keeps the old object if the new coordinates are equal, so that they don't count as a change. */
export const withUnchangedCoordinates = <Changes extends { mapCoordinates?: unknown }>(
  { mapCoordinates }: { mapCoordinates: unknown },
  changes: Changes,
): Changes =>
  JSON.stringify(changes.mapCoordinates) === JSON.stringify(mapCoordinates)
    ? { ...changes, mapCoordinates }
    : changes;
