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
