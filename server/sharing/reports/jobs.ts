import { z } from 'zod';
import { REPORT_LIMITS } from '#domain/reports.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import type { ArtifactKind } from '#server/sharing/artifact/request.ts';

export const makeReport = defineJob({
  name: 'make-report',
  payload: z.object({ reportId: z.uuid() }),
  concurrency: 1,
});

export const REPORT: ArtifactKind<'reports'> = {
  table: 'reports',
  limits: REPORT_LIMITS,
  isResumed: false,
  notFound: 'SUBMISSION_NOT_FOUND',
  enqueue: (queue, tx, reportId, order) => queue.enqueue(tx, makeReport, { reportId }, order),
};
