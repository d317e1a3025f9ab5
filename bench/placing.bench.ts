// Whether photos that do not say where they were taken are put at the right viewpoint by what they show: each photo of
// the sample but those of one week, against the references of all viewpoints. The angles they tell are off.
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

const LIMITS = { precision: 0.99, recall: 0.97 };

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
const [precision, recall] = [right / (right + wrong), right / photos.length];
const met = (isMet: boolean) => (isMet ? '' : ': NOT MET');
console.log(
  `${photos.length} photos without a position, angles up to ${NOISE.degrees} degrees off: put by themselves with precision ` +
    `${precision.toFixed(3)} (limit ${LIMITS.precision})${met(precision >= LIMITS.precision)}, recall ${recall.toFixed(3)} ` +
    `(limit ${LIMITS.recall})${met(recall >= LIMITS.recall)}; offered with the right one among them ${offeredRight}, ` +
    `without it ${offeredWrong}, nothing found ${none}`,
);
