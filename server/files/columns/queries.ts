import { expressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { DB } from '#db/types.ts';
import type { Chapter } from '#domain/chapters.ts';
import type { NotAligned } from '#domain/alignment.ts';

const chapters = () =>
  sql<Chapter[]>`case when files.kind = 'video' then ${jsonArrayFrom(
    expressionBuilder<DB, 'files'>()
      .selectFrom('chapters')
      .whereRef('chapters.fileId', '=', 'files.id')
      .select(['chapters.seconds', 'chapters.name'])
      .orderBy('chapters.seconds'),
  )} else '[]' end`.as('chapters');

/** `matrix` and `reason` are both null until the photo has been compared with the reference. */
type AlignmentRow = {
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
 * Null without a visible viewpoint. If the viewer can't see the reference photo, its id is the viewpoint's id.
 */
export const alignmentColumn = () =>
  sql<AlignmentRow | null>`case when files.viewpoint_id is not null then (
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

const raw = () =>
  sql<{
    id: string;
    fileName: string;
    fileSize: number;
  } | null>`case when files.kind = 'photo' then (
    select json_build_object('id', raw.id, 'fileName', raw.file_name, 'fileSize', raw.file_size)
    from files as raw where raw.raw_of = files.id
  ) end`.as('raw');

export const presentationColumns = () => [chapters(), alignmentColumn(), raw()] as const;
