import { pairPhotos } from '#domain/viewpoints.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { listPhotosToCompare } from './queries.ts';

/** A photo of a week; the day is one on the site, yyyy-mm-dd. */
export type WeekPicture = { fileId: string; title: string; day: string };
export type BeforeAfter = { before: WeekPicture; after: WeekPicture };

/**
 * The view of a week that is best matched by the week before, as far as the viewer sees both; null when
 * no photo was taken from a place of last time.
 */
export async function beforeAfterOf(tx: Tx, submissionId: string): Promise<BeforeAfter | null> {
  const rows = await listPhotosToCompare(tx, submissionId);
  const after = rows.filter((row) => row.submissionId === submissionId);
  const before = rows.filter((row) => row.submissionId !== submissionId);
  const pairs = pairPhotos(before, after);
  const best =
    pairs.find(({ reason }) => reason === 'viewpoint') ??
    pairs.find(({ reason }) => reason === 'position');
  return best ? { before: pictureOf(best.before), after: pictureOf(best.after) } : null;
}

const pictureOf = ({ id, title, day }: { id: string; title: string; day: string }) => ({
  fileId: id,
  title,
  day,
});
