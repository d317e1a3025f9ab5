import { sendAccountLink } from './people/accounts/jobs.ts';
import { importFromDrive, saveToDrive } from './drive/transfers/jobs.ts';
import { makeEvidence } from './sharing/evidence/jobs.ts';
import {
  placeWaitingPhotos,
  processFile,
  processRaster,
  processVideo,
  sortSets,
} from './files/jobs.ts';
import { runBackup } from './operations/backups/jobs.ts';
import { makeExport } from './operations/exports/jobs.ts';
import { makeReport } from './sharing/reports/jobs.ts';
import { makeTimelapse } from './sharing/timelapses/jobs.ts';
import { buildMap } from './maps/builds/jobs.ts';
import { lookUpFlight } from './submissions/flight-records/jobs.ts';
import { alignPhoto } from './viewpoints/jobs.ts';
import { deliverWebhook } from './events/webhooks/jobs.ts';
import { sendMail } from './platform/mail/mailer.ts';
import { removeStoredFiles } from './platform/storage/remove-job.ts';

export const JOBS = [
  processFile,
  processRaster,
  processVideo,
  placeWaitingPhotos,
  sortSets,
  makeReport,
  makeEvidence,
  makeTimelapse,
  alignPhoto,
  lookUpFlight,
  buildMap,
  importFromDrive,
  saveToDrive,
  runBackup,
  makeExport,
  removeStoredFiles,
  sendMail,
  deliverWebhook,
  sendAccountLink,
];
