import type { QueryKey } from '@tanstack/react-query';
import type { LiveEvent } from '#domain/live.ts';
import { api } from './api.ts';

/** The queries whose answer an event may have changed; keys match every input below them. */
export const queriesOf = (event: LiveEvent): QueryKey[] => [
  ...queriesOfChange(event),
  // Whatever changes is in the log, and the end of that on the overview.
  api.audit.key(),
  api.overview.staff.key(),
  api.bin.list.key(),
  // A company has more or less room.
  ...(event.type === 'file.changed' || event.type === 'stored-file.changed'
    ? [api.companies.use.key()]
    : []),
  // The project's coordinates decide which orthophotos count.
  ...(event.type === 'project.changed' ? [api.maps.orthophotos.key()] : []),
];

function queriesOfChange(event: LiveEvent): QueryKey[] {
  switch (event.type) {
    case 'company.changed':
      // Its name stands beside people, projects and their weeks.
      return [
        api.companies.key(),
        api.people.key(),
        api.invitations.key(),
        api.projects.key(),
        api.projectMembers.key(),
        api.submissions.key(),
        api.overview.key(),
      ];
    case 'person.changed':
      return [
        api.people.key(),
        // Those of staff hold only as long as who sent them is an admin.
        api.invitations.key(),
        api.projectMembers.key(),
        api.companies.key(),
        api.overview.key(),
      ];
    case 'invitation.changed':
      return [api.invitations.key()];
    case 'project.changed':
      return [
        api.projects.key(),
        api.projectMembers.key(),
        api.companies.key(),
        api.shareLinks.key(),
        api.overview.key(),
      ];
    case 'submission.changed':
      return [
        api.submissions.key(),
        api.projects.key(),
        api.shareLinks.key(),
        api.overview.key(),
        // It leads to what is still there.
        api.notifications.list.key(),
        api.downloads.key(),
        api.maps.key(),
        api.viewpoints.key(),
      ];
    case 'file.changed':
      return [
        api.files.list.key({ input: { submissionId: event.submissionId } }),
        api.files.listPublished.key({ input: { submissionId: event.submissionId } }),
        api.maps.key(),
        api.rasters.list.key({ input: { submissionId: event.submissionId } }),
        api.uploads.list.key({ input: { submissionId: event.submissionId } }),
        api.storedFiles.list.key(),
        api.viewpoints.key(),
        api.submissions.key(),
        api.overview.key(),
        // Its bytes are in them, or are not any more.
        api.downloads.key(),
        api.evidence.measure.key(),
      ];
    case 'viewpoints.changed':
      return [api.viewpoints.key(), api.files.key(), api.overview.client.key()];
    case 'drive-transfers.changed':
      return [
        api.driveTransfers.imports.key({ input: { submissionId: event.submissionId } }),
        api.driveTransfers.saves.key({ input: { submissionId: event.submissionId } }),
      ];
    case 'measurements.changed':
      return [api.measurements.list.key({ input: { submissionId: event.submissionId } })];
    case 'stored-file.changed':
      return [api.storedFiles.key(), api.uploads.listStandalone.key(), api.overview.key()];
    case 'share-link.changed':
      return [api.shareLinks.key(), api.notifications.list.key()];
    case 'notifications.changed':
      return [api.notifications.key()];
    case 'downloads.changed':
      return [api.downloads.list.key()];
    case 'form-submission.changed':
      return [api.formSubmissions.key()];
  }
}
