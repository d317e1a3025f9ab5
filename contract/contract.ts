import { audit } from './audit.ts';
import { account } from './account.ts';
import { apiTokens } from './api-tokens.ts';
import { backups } from './backups.ts';
import { baseMap } from './base-map.ts';
import { bin } from './bin.ts';
import { card } from './card.ts';
import { companies } from './companies.ts';
import { contact } from './contact.ts';
import { downloads } from './downloads.ts';
import { drive, driveTransfers } from './drive.ts';
import { evidence } from './evidence.ts';
import { exports } from './exports.ts';
import { files } from './files.ts';
import { flightRecords } from './flight-records.ts';
import { formSubmissions } from './form-submissions.ts';
import { health } from './health.ts';
import { invitations } from './invitations.ts';
import { joining } from './joining.ts';
import { mails } from './mails.ts';
import { engines, mapBuilds } from './map-builds.ts';
import { maps, measurements } from './maps.ts';
import { notifications } from './notifications.ts';
import { overview } from './overview.ts';
import { people } from './people.ts';
import { projectMembers } from './project-members.ts';
import { projects } from './projects.ts';
import { rasters } from './rasters.ts';
import { reports } from './reports.ts';
import { session } from './session.ts';
import { settings } from './settings.ts';
import { setup } from './setup.ts';
import { shareLinks } from './share-links.ts';
import { storedFiles } from './stored-files.ts';
import { submissions } from './submissions.ts';
import { timelapses } from './timelapses.ts';
import { system } from './system.ts';
import { uploads } from './uploads.ts';
import { viewpoints } from './viewpoints.ts';
import { pins } from './pins.ts';
import { visits } from './visits.ts';
import { webhooks } from './webhooks.ts';

export const contract = {
  health,
  session,
  joining,
  account,
  overview,
  setup,
  people,
  invitations,
  companies,
  projects,
  projectMembers,
  submissions,
  flightRecords,
  files,
  rasters,
  storedFiles,
  bin,
  uploads,
  card,
  pins,
  engines,
  mapBuilds,
  visits,
  viewpoints,
  timelapses,
  settings,
  downloads,
  evidence,
  driveTransfers,
  maps,
  measurements,
  reports,
  shareLinks,
  contact,
  formSubmissions,
  mails,
  notifications,
  audit,
  apiTokens,
  webhooks,
  baseMap,
  drive,
  system,
  backups,
  exports,
};
