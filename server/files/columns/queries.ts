import { expressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { DB } from '#db/types.ts';
import type { Chapter } from '#domain/chapters.ts';
import type { NotAligned } from '#domain/registrations.ts';

/** The chapters of a film in their order, as a column of a query; there are none to look for of a photo. */
const chapters = () =>
  sql<Chapter[]>`case when files.kind = 'video' then ${jsonArrayFrom(
    expressionBuilder<DB, 'files'>()
      .selectFrom('chapters')
      .whereRef('chapters.fileId', '=', 'files.id')
      .select(['chapters.seconds', 'chapters.name'])
      .orderBy('chapters.seconds'),
  )} else '[]' end`.as('chapters');

/** How a photo is aligned to the reference of its viewpoint; neither matrix nor reason until it was compared. */
type LaidRow = {
  viewpointId: string;
  viewpointName: string;
  viewpointOrder: number;
  referenceId: string;
  isReference: boolean;
  matrix: number[] | null;
  reason: NotAligned | null;
  parallax: number | null;
};

/**
 * The same as a column of a query; null for what has no viewpoint that the viewer sees. A reference that the viewer
 * does not see, of a draft, goes by the id of its viewpoint: that photos lie on the same one is all that is told.
 */
export const laid = () =>
  sql<LaidRow | null>`case when files.viewpoint_id is not null then (
    select json_build_object('viewpointId', viewpoints.id,
      'viewpointName', viewpoints.name, 'viewpointOrder', viewpoints.sort_order,
      'referenceId', coalesce((
        select seen.id from files as seen where seen.id = viewpoints.reference_id), viewpoints.id),
      'isReference', coalesce(viewpoints.reference_id = files.id, false),
      'matrix', found.matrix, 'reason', found.reason, 'parallax', found.parallax)
    from viewpoints left join registrations as found
      on found.file_id = files.id and found.reference_id = viewpoints.reference_id
    where viewpoints.id = files.viewpoint_id
  ) end`.as('laid');

/** The RAW file of a photo, as a column of a query. */
const raw = () =>
  sql<{
    id: string;
    fileName: string;
    fileSize: number;
  } | null>`case when files.kind = 'photo' then (
    select json_build_object('id', raw.id, 'fileName', raw.file_name, 'fileSize', raw.file_size)
    from files as raw where raw.raw_of = files.id
  ) end`.as('raw');

/** Columns of a query that are shown with a file. */
export const shownWith = () => [chapters(), laid(), raw()] as const;
