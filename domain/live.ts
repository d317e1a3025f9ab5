import { z } from 'zod';
import { Id } from './fields.ts';

/**
 * A change somebody may be looking at. It names rows and carries no content:
 * whoever hears it asks again, and the server decides what they see.
 */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('company.changed'), companyId: Id }),
  z.object({ type: z.literal('person.changed'), personId: Id }),
  z.object({ type: z.literal('invitation.changed'), invitationId: Id }),
  z.object({ type: z.literal('project.changed'), projectId: Id }),
  z.object({ type: z.literal('submission.changed'), projectId: Id, submissionId: Id }),
  z.object({ type: z.literal('file.changed'), projectId: Id, submissionId: Id, fileId: Id }),
  /** Which viewpoints a project has, what they are called, or which photos are of them. */
  z.object({ type: z.literal('viewpoints.changed'), projectId: Id }),
  /** Imports from Google Drive into a submission, or what is saved of it there: of staff alone. */
  z.object({ type: z.literal('drive-transfers.changed'), projectId: Id, submissionId: Id }),
  z.object({ type: z.literal('measurements.changed'), submissionId: Id }),
  /** A file of no submission. */
  z.object({ type: z.literal('stored-file.changed'), fileId: Id }),
  z.object({ type: z.literal('share-link.changed'), projectId: Id, shareLinkId: Id }),
  /** Heard by those alone whose notifications they are. */
  z.object({ type: z.literal('notifications.changed') }),
  /** Heard by those alone whose downloads they are. */
  z.object({ type: z.literal('downloads.changed') }),
  z.object({ type: z.literal('form-submission.changed'), formSubmissionId: Id }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

/** Clients of a company, and single people. */
export const Audience = z.object({ companyId: Id.nullable(), profileIds: z.array(Id) });
export type Audience = z.infer<typeof Audience>;

export const LiveMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('heartbeat') }),
  z.object({ kind: z.literal('event'), event: LiveEvent }),
]);
export type LiveMessage = z.infer<typeof LiveMessage>;
