import { sql, type Insertable, type Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import { SHARE_SWITCHES } from '#domain/share-links.ts';
import type { Tx } from '#server/platform/db/database.ts';

export type ShareLinkRow = Awaited<ReturnType<typeof listShareLinks>>[number];

const selectShareLinks = (tx: Tx) =>
  tx
    .selectFrom('shareLinks')
    .leftJoin('projects', 'projects.id', 'shareLinks.projectId')
    .leftJoin('submissions', 'submissions.id', 'shareLinks.submissionId')
    .selectAll('shareLinks')
    .select([
      'projects.name as projectName',
      'projects.timeZone',
      'submissions.title as submissionTitle',
    ])
    .orderBy('shareLinks.createdAt', 'desc')
    .orderBy('shareLinks.id', 'desc');

export const listShareLinks = (tx: Tx) => selectShareLinks(tx).limit(1000).execute();

export const findShareLink = (tx: Tx, id: string) =>
  selectShareLinks(tx).where('shareLinks.id', '=', id).executeTakeFirst();

export const insertShareLink = (tx: Tx, values: Insertable<DB['shareLinks']>) =>
  tx.insertInto('shareLinks').values(values).returning('id').executeTakeFirstOrThrow();

export const updateShareLink = (tx: Tx, id: string, changes: Updateable<DB['shareLinks']>) =>
  tx
    .updateTable('shareLinks')
    .set({ ...changes, updatedAt: new Date() })
    .where('id', '=', id)
    .executeTakeFirst();

export const deleteShareLink = (tx: Tx, id: string) =>
  tx
    .deleteFrom('shareLinks')
    .where('id', '=', id)
    .returning(['id', 'projectId', 'createdBy'])
    .executeTakeFirst();

export const isSubmissionOf = async (tx: Tx, projectId: string, id: string) =>
  (await tx
    .selectFrom('submissions')
    .select('id')
    .where('id', '=', id)
    .where('projectId', '=', projectId)
    .executeTakeFirst()) !== undefined;

export const findIdByTokenHash = (tx: Tx, tokenHash: string) =>
  tx.selectFrom('shareLinks').select('id').where('tokenHash', '=', tokenHash).executeTakeFirst();

/** The link that the share visitor came by and its project; nothing once it has been closed. */
export const findOpenShareLink = (tx: Tx, id: string) =>
  tx
    .selectFrom('shareLinks')
    .innerJoin('projects', 'projects.id', 'shareLinks.projectId')
    .select([
      'shareLinks.id',
      'shareLinks.title',
      'shareLinks.description',
      'shareLinks.expiresAt',
      'shareLinks.passwordHash',
      'projects.id as projectId',
      'projects.name',
      'projects.description as projectDescription',
      'projects.address',
      'projects.status',
      'projects.startDate',
      'projects.estimatedCompletionDate',
      'projects.timeZone',
    ])
    .select(SHARE_SWITCHES.map((name) => `shareLinks.${name}` as const))
    .where('shareLinks.id', '=', id)
    .executeTakeFirst();

/**
 * Counts a visit, once a visitor and half hour, if the link is open: look-up, row and counter in
 * one statement, so that they cannot disagree. Answers the link when the counter has moved.
 */
export const countView = (
  tx: Tx,
  visit: { tokenHash: string; visitorHash: string; profileId: string | null },
) =>
  tx
    .with('open_link', (db) =>
      db
        .selectFrom('shareLinks')
        .select('id')
        .where('tokenHash', '=', visit.tokenHash)
        .where('isActive', '=', true)
        .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', sql<Date>`now()`)]))
        .where('createdBy', 'is distinct from', visit.profileId),
    )
    .with('new_view', (db) =>
      db
        .insertInto('shareViews')
        .columns(['shareLinkId', 'visitorHash', 'halfHour'])
        .expression((eb) =>
          eb
            .selectFrom('open_link')
            .select([
              'open_link.id',
              eb.val(visit.visitorHash).as('visitorHash'),
              sql<Date>`date_bin('30 minutes', now(), '2000-01-01')`.as('halfHour'),
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
    .executeTakeFirst();

export const deactivateLinksTo = (tx: Tx, submissionId: string) =>
  tx
    .updateTable('shareLinks')
    .set({ isActive: false, updatedAt: new Date() })
    .where('submissionId', '=', submissionId)
    .where('isActive', '=', true)
    .executeTakeFirst();
