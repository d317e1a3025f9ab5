import { z } from 'zod';
import { Id } from './fields.ts';

export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('company.changed'), companyId: Id }),
  z.object({ type: z.literal('person.changed'), personId: Id }),
  z.object({ type: z.literal('invitation.changed'), invitationId: Id }),
  z.object({ type: z.literal('project.changed'), projectId: Id }),
  z.object({ type: z.literal('submission.changed'), projectId: Id, submissionId: Id }),
  z.object({ type: z.literal('file.changed'), projectId: Id, submissionId: Id, fileId: Id }),
  z.object({ type: z.literal('viewpoints.changed'), projectId: Id }),
  z.object({ type: z.literal('drive-transfers.changed'), projectId: Id, submissionId: Id }),
  z.object({ type: z.literal('map-builds.changed'), projectId: Id }),
  z.object({ type: z.literal('visits.changed'), projectId: Id }),
  z.object({ type: z.literal('pins.changed'), projectId: Id }),
  z.object({ type: z.literal('measurements.changed'), submissionId: Id }),
  z.object({ type: z.literal('stored-file.changed'), fileId: Id }),
  z.object({ type: z.literal('share-link.changed'), projectId: Id, shareLinkId: Id }),
  z.object({ type: z.literal('notifications.changed') }),
  z.object({ type: z.literal('downloads.changed') }),
  z.object({ type: z.literal('form-submission.changed'), formSubmissionId: Id }),
  z.object({ type: z.literal('settings.changed') }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

export const Audience = z.object({ companyId: Id.nullable(), profileIds: z.array(Id) });
export type Audience = z.infer<typeof Audience>;

export const LiveMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('heartbeat') }),
  z.object({ kind: z.literal('event'), event: LiveEvent }),
]);
export type LiveMessage = z.infer<typeof LiveMessage>;
