import type { Tx } from '#server/platform/db/database.ts';

/** Numbers over everything the viewer sees, in one round trip. */
export const countProjects = (tx: Tx) =>
  tx
    .selectFrom('projects')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('status', '=', 'active').as('active'),
    ])
    .executeTakeFirstOrThrow();

export const countEverything = (tx: Tx) =>
  tx
    .selectNoFrom((eb) => [
      eb
        .selectFrom('profiles')
        .where('role', '=', 'client')
        .where('isActive', '=', true)
        .select((e) => e.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('clients'),
      eb
        .selectFrom('submissions')
        .select((e) => e.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('submissions'),
      eb
        .selectFrom('submissions')
        .where('status', '=', 'draft')
        .select((e) => e.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('drafts'),
      eb
        .selectFrom('files')
        .select((e) => e.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('files'),
      eb
        .selectFrom('files')
        .select((e) =>
          e.fn.coalesce(e.cast<number>(e.fn.sum('fileSize'), 'bigint'), e.lit(0)).as('n'),
        )
        .$asScalar()
        .$notNull()
        .as('storageBytes'),
      eb
        .selectFrom('files')
        .where('state', '=', 'processing')
        .select((e) => e.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('processing'),
      eb
        .selectFrom('files')
        .where('state', '=', 'failed')
        .select((e) => e.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('failed'),
    ])
    .executeTakeFirstOrThrow();

/** What files that failed are in, and how many, the latest first. */
export const listFailedFiles = (tx: Tx) =>
  tx
    .selectFrom('files')
    .leftJoin('submissions', 'submissions.id', 'files.submissionId')
    .leftJoin('projects', 'projects.id', 'submissions.projectId')
    .where('files.state', '=', 'failed')
    .groupBy(['submissions.id', 'projects.id'])
    .select((eb) => [
      'submissions.id as submissionId',
      'submissions.title',
      'projects.name as projectName',
      eb.fn.countAll<number>().as('count'),
    ])
    .orderBy((eb) => eb.fn.max('files.createdAt'), 'desc')
    .execute();

/** Drafts begun before `since` that do not wait for their time. */
export const listOldDrafts = (tx: Tx, since: Date) =>
  tx
    .selectFrom('submissions')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .where('submissions.status', '=', 'draft')
    .where('submissions.createdAt', '<', since)
    .where('submissions.publishAt', 'is', null)
    .select([
      'submissions.id',
      'submissions.title',
      'submissions.createdAt',
      'projects.name as projectName',
      'projects.timeZone',
    ])
    .orderBy('submissions.createdAt')
    .execute();

/** Open share links that end between two instants. */
export const listExpiringLinks = (tx: Tx, from: Date, until: Date) =>
  tx
    .selectFrom('shareLinks')
    .innerJoin('projects', 'projects.id', 'shareLinks.projectId')
    .leftJoin('submissions', 'submissions.id', 'shareLinks.submissionId')
    .where('shareLinks.isActive', '=', true)
    .where('shareLinks.expiresAt', '>', from)
    .where('shareLinks.expiresAt', '<=', until)
    .select([
      'shareLinks.id',
      'shareLinks.title',
      'submissions.title as submissionTitle',
      'projects.id as projectId',
      'projects.name as projectName',
      'projects.timeZone',
      'shareLinks.expiresAt',
    ])
    .$narrowType<{ expiresAt: Date }>()
    .orderBy('shareLinks.expiresAt')
    .execute();
