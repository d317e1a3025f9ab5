import type { QueryKey } from '@tanstack/react-query';
import type { LiveEvent } from '#domain/live.ts';
import { api } from './api.ts';

/** A flight record is computed from photos, and the project's setting decides who sees it. */
const WITH_FLIGHT_RECORD = ['project.changed', 'submission.changed', 'file.changed'];

/** Pins are seen with their file and submission, and placed by the alignments of their viewpoint. */
const WITH_PINS = ['pins.changed', 'file.changed', 'submission.changed', 'viewpoints.changed'];

/** The queries that an event may have changed. A key matches all its inputs. */
export const queriesOf = (event: LiveEvent): QueryKey[] => [
  ...queriesOfChange(event),
  // Every change appears in the audit log and in the overview's recent activity.
  api.audit.key(),
  api.overview.staff.key(),
  api.bin.list.key(),
  // Storage use may have changed.
  ...(event.type === 'file.changed' || event.type === 'stored-file.changed'
    ? [api.companies.usage.key()]
    : []),
  ...(event.type === 'company.changed' ? [api.shareLinks.key(), api.storedFiles.key()] : []),
  // Whether an orthophoto is usable depends on the project's coordinates.
  ...(event.type === 'project.changed' ? [api.maps.orthophotos.key()] : []),
  ...(event.type === 'viewpoints.changed' ? [api.notifications.subscriptions.key()] : []),
  ...(WITH_PINS.includes(event.type) ? [api.pins.key()] : []),
  ...(WITH_FLIGHT_RECORD.includes(event.type) ? [api.flightRecords.key()] : []),
];

const { imports, saves } = api.driveTransfers;

const ofSubmission = ({ submissionId }: { submissionId: string }) => ({ input: { submissionId } });

const queriesOfFiles = (input: ReturnType<typeof ofSubmission>) => [
  api.files.list.key(input),
  api.files.listPublished.key(input),
  api.maps.key(),
  api.rasters.list.key(input),
  api.uploads.list.key(input),
  api.storedFiles.list.key(),
  api.viewpoints.key(),
  api.submissions.key(),
  api.overview.key(),
  api.downloads.key(),
  api.evidence.measure.key(),
  api.mapBuilds.estimate.key(input),
];

function queriesOfChange(event: LiveEvent): QueryKey[] {
  switch (event.type) {
    case 'company.changed':
      // Its name appears everywhere, and its projects may have come or gone.
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
        // A staff invitation is only valid while its sender is an admin.
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
        api.notifications.list.key(),
        api.downloads.key(),
        api.maps.key(),
        api.viewpoints.key(),
      ];
    case 'file.changed':
      return queriesOfFiles(ofSubmission(event));
    case 'viewpoints.changed':
      return [api.viewpoints.key(), api.files.key(), api.overview.client.key()];
    case 'drive-transfers.changed':
      return [imports.key(ofSubmission(event)), saves.key(ofSubmission(event))];
    case 'map-builds.changed':
      return [api.mapBuilds.key()];
    case 'visits.changed':
      return [api.visits.key(), api.notifications.list.key()];
    case 'measurements.changed':
      return [api.measurements.list.key(ofSubmission(event))];
    case 'stored-file.changed':
      return [api.storedFiles.key(), api.uploads.listStandalone.key(), api.overview.key()];
    case 'share-link.changed':
      return [api.shareLinks.key(), api.notifications.list.key()];
    case 'notifications.changed':
    case 'pins.changed':
      return [api.notifications.key()];
    case 'downloads.changed':
      return [api.downloads.list.key()];
    case 'form-submission.changed':
      return [api.formSubmissions.key()];
    case 'settings.changed':
      return [...SETTINGS_READERS, api.engines].map((part) => part.key());
  }
}

const SETTINGS_READERS = [api.settings, api.session.signInMethods, api.baseMap, api.drive];
