import { mapAddressProblem } from '#domain/embedded-maps.ts';
import { AppError } from '#domain/errors.ts';
import type { MapProvider } from '#domain/map-providers.ts';

/** INVALID_INPUT for the address of a map that is none of its provider's. */
export function assertMap(fields: {
  mapEmbedUrl?: string | null | undefined;
  mapProvider?: MapProvider | null | undefined;
}): void {
  const problem = mapAddressProblem(fields.mapEmbedUrl ?? null, fields.mapProvider ?? 'custom');
  if (problem) throw new AppError('INVALID_INPUT', problem);
}

/** The changes, with the very place of `before` where it is the same one: it is read anew each time. */
export const withKnownPlace = <Changes extends { mapCoordinates?: unknown }>(
  { mapCoordinates }: { mapCoordinates: unknown },
  changes: Changes,
): Changes =>
  JSON.stringify(changes.mapCoordinates) === JSON.stringify(mapCoordinates)
    ? { ...changes, mapCoordinates }
    : changes;
