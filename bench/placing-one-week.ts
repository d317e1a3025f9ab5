// The hard case of placing: each photo of the sample but those of one week is laid on the photos of that week alone, which
// may be half a building away.
import { clearlyBest, refusalOf, mayLieTurned } from '#domain/registrations.ts';
import { register } from '#server/platform/alignment/register.ts';
import {
  NOISE,
  REFERENCE_WEEK,
  sameNumbers,
  samplePhoto,
  toldPose,
  truth,
  type Photo,
} from './sample-photos.ts';

/** How strongly a photo lies on a reference; null when it is refused. As `lay` of the product. */
async function strengthOn(fixed: Photo, moving: Photo): Promise<number | null> {
  const isTurned = mayLieTurned(fixed.pose, moving.pose);
  const found = await register(fixed.picture, moving.picture, isTurned);
  const reason = refusalOf(found, {
    from: { ...moving.pose, ...moving.picture.full },
    to: { ...fixed.pose, ...fixed.picture.full },
  });
  return reason ? null : (found.agreeing / found.tested) * found.spread;
}

/** Prints how many of them lie clearly best on the right one. */
export async function layOnOneWeek() {
  const next = sameNumbers();
  const references = await Promise.all(
    truth.photos
      .filter(({ week }) => week === REFERENCE_WEEK)
      .map(async (entry) => ({ viewpoint: entry.viewpoint, photo: await samplePhoto(entry) })),
  );
  const counts = { right: 0, wrong: 0, offeredRight: 0, offeredWrong: 0, none: 0 };
  const photos = truth.photos.filter(({ week }) => week !== REFERENCE_WEEK);
  for (const entry of photos) {
    const { picture, name } = await samplePhoto(entry);
    const { gimbalYaw, gimbalPitch } = toldPose(entry, next);
    const photo = { name, picture, pose: { gimbalYaw, gimbalPitch, flightYaw: gimbalYaw } };
    const found = [];
    for (const reference of references) {
      const strength = await strengthOn(reference.photo, photo);
      if (strength !== null) found.push({ viewpoint: reference.viewpoint, strength });
    }
    const best = clearlyBest(found);
    if (best) counts[best.viewpoint === entry.viewpoint ? 'right' : 'wrong']++;
    else if (found.some(({ viewpoint }) => viewpoint === entry.viewpoint)) counts.offeredRight++;
    else counts[found.length > 0 ? 'offeredWrong' : 'none']++;
    if (best?.viewpoint !== entry.viewpoint)
      console.log(`  ${name}: ${best?.viewpoint ?? 'nowhere'}, lies on ${JSON.stringify(found)}`);
  }
  const { right, wrong, offeredRight, offeredWrong, none } = counts;
  console.log(
    `each of ${photos.length} photos on week ${REFERENCE_WEEK} alone, angles up to ${NOISE.degrees} degrees off: ${right} right, ` +
      `${wrong} wrong, on several with the right one among them ${offeredRight}, without it ${offeredWrong}, on none ${none}`,
  );
}
