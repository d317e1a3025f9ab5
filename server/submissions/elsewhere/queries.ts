import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';

/** Finds the newest unscheduled draft with this recording date. If there is none, the newest without a date. */
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
