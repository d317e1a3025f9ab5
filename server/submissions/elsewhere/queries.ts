import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';

/** The newest draft of a project that documents a day, or no day yet; not a scheduled one. */
export const findDraftFor = (tx: Tx, projectId: string, day: string | null) =>
  tx
    .selectFrom('submissions')
    .where('projectId', '=', projectId)
    .where('status', '=', 'draft')
    .where('publishAt', 'is', null)
    .where((eb) => eb.or([eb('recordedDate', 'is', null), eb('recordedDate', '=', day)]))
    .select(['id', 'title'])
    .orderBy(sql`recorded_date is null`)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
