import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Since, SubmissionComparison } from '#domain/submission-comparison.ts';
import { Id } from '#domain/fields.ts';
import { ViewpointPose } from '#domain/missions/points.ts';
import {
  ASSIGN_LIMIT,
  ProjectViewpoint,
  UNPLACED_LIMITS,
  UnplacedPhoto,
  ViewpointHistory,
  ViewpointName,
  SubmissionViewpoints,
} from '#domain/viewpoint-history.ts';

const route = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: `/${string}`,
  summary: string,
) => oc.route({ method, path, summary, tags: ['Viewpoints'] });

const FileIds = z.array(Id).min(1).max(ASSIGN_LIMIT);
const ById = z.object({ id: Id });

export const viewpoints = {
  /** In the order that staff chose; initially in the order of their first photos. */
  list: route('GET', '/projects/{projectId}/viewpoints', 'List the viewpoints of a project')
    .input(z.object({ projectId: Id }))
    .output(z.object({ viewpoints: z.array(ProjectViewpoint) })),
  get: route('GET', '/viewpoints/{id}', 'Get a viewpoint with its photos over time')
    .input(ById)
    .output(ViewpointHistory),
  /** By default, the newest week. */
  compare: route(
    'GET',
    '/projects/{projectId}/comparison',
    'Compare a week with an earlier one at each viewpoint',
  )
    .input(z.object({ projectId: Id, submissionId: Id.optional(), since: Since.default('last') }))
    .output(SubmissionComparison),
  /** Covers the draft's current photos; empty while they are processed. */
  ofSubmission: route(
    'GET',
    '/operator/submissions/{submissionId}/viewpoints',
    'List the missing and new viewpoints of a submission',
  )
    .input(z.object({ submissionId: Id }))
    .output(SubmissionViewpoints),
  /** For planning missions. Leaves out viewpoints without photos. */
  poses: route(
    'GET',
    '/operator/projects/{projectId}/viewpoint-poses',
    'List where the photos of each viewpoint are taken from',
  )
    .input(z.object({ projectId: Id }))
    .output(z.object({ poses: z.array(ViewpointPose) })),
  update: route('PATCH', '/operator/viewpoints/{id}', 'Rename, hide or show a viewpoint')
    .input(z.object({ id: Id, name: ViewpointName.optional(), isHidden: z.boolean().optional() }))
    .output(ById),
  /** VIEWPOINTS_CHANGED unless `ids` contains exactly the project's viewpoints. */
  reorder: route(
    'PUT',
    '/operator/projects/{projectId}/viewpoints/order',
    "Reorder a project's viewpoints",
  )
    .input(z.object({ projectId: Id, ids: z.array(Id).max(10_000) }))
    .output(z.object({ projectId: Id })),
  /** Moves all photos to another viewpoint, which then matches both camera positions, and deletes this one. */
  merge: route('POST', '/operator/viewpoints/{id}/merge', 'Merge a viewpoint into another')
    .input(z.object({ id: Id, intoId: Id }))
    .output(ById),
  /** VIEWPOINT_HAS_PHOTOS if it isn't empty. */
  remove: route('DELETE', '/operator/viewpoints/{id}', 'Delete an empty viewpoint')
    .input(ById)
    .output(ById),
  split: route('POST', '/operator/viewpoints/{id}/split', 'Split photos off into a new viewpoint')
    .input(z.object({ id: Id, fileIds: FileIds, name: ViewpointName.optional() }))
    .output(ById),
  /** Other photos are then aligned with it. */
  setReference: route(
    'PUT',
    '/operator/viewpoints/{id}/reference',
    'Choose the reference photo of a viewpoint',
  )
    .input(z.object({ id: Id, fileId: Id }))
    .output(ById),
  /**
   * Photos of the project, with or without a viewpoint. Later visits also match the viewpoint at these photos' camera
   * positions.
   */
  assign: route('POST', '/operator/viewpoints/{id}/photos', 'Add photos to a viewpoint')
    .input(z.object({ id: Id, fileIds: FileIds }))
    .output(ById),
  /** Excludes archived submissions; `total` also counts photos beyond `limit`. */
  unplaced: route(
    'GET',
    '/operator/projects/{projectId}/unplaced-photos',
    "List a project's photos without a viewpoint",
  )
    .input(
      z.object({
        projectId: Id,
        limit: z.coerce.number().int().min(0).max(UNPLACED_LIMITS.photos).optional(),
      }),
    )
    .output(z.object({ photos: z.array(UnplacedPhoto), total: z.int() })),
  create: route(
    'POST',
    '/operator/projects/{projectId}/viewpoints',
    'Create a viewpoint from photos',
  )
    .input(z.object({ projectId: Id, fileIds: FileIds, name: ViewpointName.optional() }))
    .output(ById),
  /** Undoes `assign` and `create`; deletes a viewpoint left empty. */
  release: route('POST', '/operator/viewpoints/{id}/release', 'Remove photos from a viewpoint')
    .input(z.object({ id: Id, fileIds: FileIds }))
    .output(ById),
};
