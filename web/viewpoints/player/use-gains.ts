import { useQuery } from '@tanstack/react-query';
import type { ViewpointPhoto } from '#domain/viewpoint-history.ts';
import { pictureUrl } from '#domain/pictures.ts';
import { gainsOf } from '#domain/timelapse-plan.ts';

/** Pixels across that the light of a photo is measured in: more would say the same. */
const SIDE = 16;

/** The mean value of a photo's pixels, 0 to 255; 0 when it cannot be read. */
async function lightOf({ mediaUrl, presets }: ViewpointPhoto): Promise<number> {
  const image = new Image();
  image.src = pictureUrl(mediaUrl, Math.min(...presets));
  try {
    await image.decode();
  } catch {
    return 0;
  }
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) return 0;
  context.drawImage(image, 0, 0, SIDE, SIDE);
  const { data } = context.getImageData(0, 0, SIDE, SIDE);
  const sum = data.reduce((total, value, at) => (at % 4 === 3 ? total : total + value), 0);
  return sum / (SIDE * SIDE * 3);
}

/** By how much each photo is brightened, in their order; nothing until all are measured. */
export function useGains(photos: readonly ViewpointPhoto[], isWanted: boolean): readonly number[] {
  const { data } = useQuery({
    queryKey: ['timelapse light', photos.map(({ id }) => id)],
    queryFn: async () => gainsOf(await Promise.all(photos.map(lightOf))),
    enabled: isWanted,
    staleTime: Infinity,
  });
  return isWanted && data ? data : [];
}
