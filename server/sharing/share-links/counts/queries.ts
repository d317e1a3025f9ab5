import { sql } from 'kysely';
import type { ShareLook } from '#domain/share-links.ts';
import type { Tx } from '#server/platform/db/database.ts';

type Visit = { tokenHash: string; visitorHash: string; profileId: string | null };

const HALF_HOUR = sql<Date>`date_bin('30 minutes', now(), '2000-01-01')`;

/** Selects no row if the visitor is the link's creator. */
const openLink = (tx: Tx, { tokenHash, profileId }: Visit) =>
  tx
    .selectFrom('shareLinks')
    .where('tokenHash', '=', tokenHash)
    .where('isActive', '=', true)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', sql<Date>`now()`)]))
    .where('createdBy', 'is distinct from', profileId);

/** A single statement, so that the row and the counter always match. Returns undefined if nothing was counted. */
export const countView = (tx: Tx, visit: Visit & { referrerSite: string | null }) =>
  tx
    .with('open_link', () => openLink(tx, visit).select('id'))
    .with('new_view', (db) =>
      db
        .insertInto('shareViews')
        .columns(['shareLinkId', 'visitorHash', 'referrerSite', 'halfHour'])
        .expression((eb) =>
          eb
            .selectFrom('open_link')
            .select([
              'open_link.id',
              eb.val(visit.visitorHash).as('visitorHash'),
              eb.cast<string | null>(eb.val(visit.referrerSite), 'text').as('referrerSite'),
              HALF_HOUR.as('halfHour'),
            ]),
        )
        .onConflict((oc) => oc.constraint('share_views_once').doNothing())
        .returning('shareLinkId'),
    )
    .updateTable('shareLinks')
    .from('new_view')
    .whereRef('shareLinks.id', '=', 'new_view.shareLinkId')
    .set((eb) => ({ viewCount: eb('shareLinks.viewCount', '+', 1) }))
    .returning(['shareLinks.id', 'shareLinks.projectId', 'shareLinks.createdBy'])
    .returning('shareLinks.viewCount')
    .executeTakeFirst();

export const countLook = async (tx: Tx, visit: Visit, { part, id }: ShareLook) =>
  (
    await tx
      .insertInto('shareLooks')
      .columns(['shareLinkId', 'part', 'subjectId', 'visitorHash', 'halfHour'])
      .expression((eb) =>
        openLink(tx, visit).select([
          'id',
          eb.cast<ShareLook['part']>(eb.val(part), sql`share_part`).as('part'),
          eb.cast<string>(eb.val(id), 'uuid').as('subjectId'),
          eb.val(visit.visitorHash).as('visitorHash'),
          HALF_HOUR.as('halfHour'),
        ]),
      )
      .onConflict((oc) => oc.constraint('share_looks_once').doNothing())
      .returning('id')
      .execute()
  ).length > 0;

/** Here, a week is a submission, a photo is a file, and a download is either. */
export async function isVisible(tx: Tx, { part, id }: ShareLook): Promise<boolean> {
  const submission = tx.selectFrom('submissions').select('id').where('id', '=', id);
  const file = tx.selectFrom('files').select('id').where('id', '=', id);
  const found = part === 'week' ? submission : part === 'photo' ? file : submission.unionAll(file);
  return (await found.executeTakeFirst()) !== undefined;
}

export async function deleteVisitorHashes(tx: Tx, before: Date): Promise<void> {
  for (const table of ['shareViews', 'shareLooks'] as const) {
    await tx
      .updateTable(table)
      .set({ visitorHash: null })
      .where('halfHour', '<', before)
      .where('visitorHash', 'is not', null)
      .execute();
  }
}
