import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Since, WeekComparison } from '#domain/week-comparison.ts';
import { Id } from '#domain/fields.ts';
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
const OfOne = z.object({ id: Id });

export const viewpoints = {
  /** In the order that staff gave them; at first that of their first photos. */
  list: route('GET', '/projects/{projectId}/viewpoints', 'List the viewpoints of a project')
    .input(z.object({ projectId: Id }))
    .output(z.object({ viewpoints: z.array(ProjectViewpoint) })),
  get: route('GET', '/viewpoints/{id}', 'Get a viewpoint with its photos through time')
    .input(OfOne)
    .output(ViewpointHistory),
  /** Compares a published week, by default the newest, with earlier photos from the same viewpoints. */
  compare: route(
    'GET',
    '/projects/{projectId}/comparison',
    'Compare a week with an earlier one at each viewpoint',
  )
    .input(z.object({ projectId: Id, submissionId: Id.optional(), since: Since.default('last') }))
    .output(WeekComparison),
  /** Of the draft as it is now; empty while its photos are read, and where there is nothing to say. */
  ofSubmission: route(
    'GET',
    '/operator/submissions/{submissionId}/viewpoints',
    'Tell which viewpoints a submission has left out, and which are new in it',
  )
    .input(z.object({ submissionId: Id }))
    .output(SubmissionViewpoints),
  update: route('PATCH', '/operator/viewpoints/{id}', 'Rename a viewpoint, hide or show it')
    .input(z.object({ id: Id, name: ViewpointName.optional(), isHidden: z.boolean().optional() }))
    .output(OfOne),
  /** `ids` are all viewpoints that the list has, else VIEWPOINTS_CHANGED. */
  reorder: route(
    'PUT',
    '/operator/projects/{projectId}/viewpoints/order',
    'Put viewpoints in order',
  )
    .input(z.object({ projectId: Id, ids: z.array(Id).max(10_000) }))
    .output(z.object({ projectId: Id })),
  /** Its photos become those of another, which is then found from both places; it is gone itself. */
  merge: route('POST', '/operator/viewpoints/{id}/merge', 'Merge a viewpoint into another')
    .input(z.object({ id: Id, intoId: Id }))
    .output(OfOne),
  /** Of one that no photo is at any more, else VIEWPOINT_HAS_PHOTOS. */
  remove: route('DELETE', '/operator/viewpoints/{id}', 'Delete an empty viewpoint')
    .input(OfOne)
    .output(OfOne),
  split: route('POST', '/operator/viewpoints/{id}/split', 'Make a viewpoint of some of its photos')
    .input(z.object({ id: Id, fileIds: FileIds, name: ViewpointName.optional() }))
    .output(OfOne),
  /** A photo of the viewpoint, which the others are laid on from then on. */
  setReference: route('PUT', '/operator/viewpoints/{id}/reference', 'Choose its reference')
    .input(z.object({ id: Id, fileId: Id }))
    .output(OfOne),
  /** Photos of the project, of another viewpoint or of none. Later visits find the viewpoint from there, too. */
  assign: route('POST', '/operator/viewpoints/{id}/photos', 'Give photos to a viewpoint')
    .input(z.object({ id: Id, fileIds: FileIds }))
    .output(OfOne),
  /** Of weeks that are not in the archive, the latest first; `total` counts those beyond `limit`, too. */
  unplaced: route(
    'GET',
    '/operator/projects/{projectId}/unplaced-photos',
    'List the photos of a project that are at no viewpoint',
  )
    .input(
      z.object({
        projectId: Id,
        limit: z.coerce.number().int().min(0).max(UNPLACED_LIMITS.photos).optional(),
      }),
    )
    .output(z.object({ photos: z.array(UnplacedPhoto), total: z.int() })),
  /** Behind all others of the project. */
  create: route('POST', '/operator/projects/{projectId}/viewpoints', 'Make a viewpoint of photos')
    .input(z.object({ projectId: Id, fileIds: FileIds, name: ViewpointName.optional() }))
    .output(OfOne),
  /** What `assign` and `create` have done is undone; a viewpoint that is left empty is gone. */
  release: route('POST', '/operator/viewpoints/{id}/release', 'Take photos off a viewpoint')
    .input(z.object({ id: Id, fileIds: FileIds }))
    .output(OfOne),
};
