import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Since, SubmissionComparison } from '#domain/submission-comparison.ts';
import { Id } from '#domain/fields.ts';
import { Measure, Measurement, MeasureResult } from '#domain/measurements.ts';
import { Pin } from '#domain/pins.ts';
import { ProjectMaps, SurveyPair, SurveyResidual } from '#domain/rasters.ts';
import {
  ShareLink,
  ShareLinkChange,
  ShareLinkInput,
  ShareLinkList,
  ShareLinkQuery,
  SharedPage,
  SharedSubmissionFiles,
  ShareLook,
} from '#domain/share-links.ts';

const route = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Share links'] });

const Token = z.string();

export const shareLinks = {
  /** Staff see all links, clients their own. */
  list: route('GET', '/share-links', 'List the share links you manage')
    .input(ShareLinkQuery)
    .output(ShareLinkList),
  create: route('POST', '/share-links', 'Create a share link')
    .input(ShareLinkInput)
    .output(ShareLink),
  update: route('PATCH', '/share-links/{id}', 'Update, enable or disable a share link')
    .input(ShareLinkChange.extend({ id: Id }))
    .output(ShareLink),
  remove: route('DELETE', '/share-links/{id}', 'Permanently delete a share link')
    .input(z.object({ id: Id }))
    .output(z.object({ id: Id })),

  open: route('GET', '/shared/{token}', 'Open a share link')
    .input(z.object({ token: Token }))
    .output(SharedPage),
  openFiles: route(
    'GET',
    '/shared/{token}/submissions/{submissionId}/files',
    'List the files of a shared submission',
  )
    .input(z.object({ token: Token, submissionId: Id }))
    .output(SharedSubmissionFiles),
  /** Compares the newest week that has photos. */
  openComparison: route(
    'GET',
    '/shared/{token}/comparison',
    'Compare weeks of a share link at each viewpoint',
  )
    .input(z.object({ token: Token, since: Since.default('last') }))
    .output(SubmissionComparison),
  openMaps: route('GET', '/shared/{token}/maps', 'List the maps of a share link')
    .input(z.object({ token: Token }))
    .output(ProjectMaps),
  openMeasurements: route(
    'GET',
    '/shared/{token}/submissions/{submissionId}/measurements',
    'List the measurements of a shared submission',
  )
    .input(z.object({ token: Token, submissionId: Id }))
    .output(z.object({ measurements: z.array(Measurement) })),
  /** Empty unless the link shows pins. At most 500, newest first. */
  openPins: route('GET', '/shared/{token}/pins', 'List the pins of a share link')
    .input(z.object({ token: Token }))
    .output(z.object({ pins: z.array(Pin) })),
  measure: route('POST', '/shared/{token}/measure', 'Measure on a shared map')
    .input(z.object({ token: Token, measure: Measure }))
    .output(MeasureResult),
  residual: route(
    'GET',
    '/shared/{token}/maps/{fileId}/residual/{earlierFileId}',
    'Measure how shared surveys agree',
  )
    .input(SurveyPair.extend({ token: Token }))
    .output(z.object({ residual: SurveyResidual.nullable() })),
  recordLook: route('POST', '/shared/{token}/looks', 'Count a view by a visitor')
    .input(ShareLook.extend({ token: Token }))
    .output(z.object({})),
};
