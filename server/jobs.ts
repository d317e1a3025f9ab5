import { sendAccountLink } from './features/accounts/jobs.ts';
import { importFromDrive, saveToDrive } from './features/drive-transfers/jobs.ts';
import { makeEvidence } from './features/evidence/jobs.ts';
import {
  placeWaitingPhotos,
  processFile,
  processRaster,
  processVideo,
  sortSets,
} from './features/files/jobs.ts';
import { makeReport } from './features/reports/jobs.ts';
import { makeTimelapse } from './features/timelapses/jobs.ts';
import { registerPhoto } from './features/viewpoints/jobs.ts';
import { deliverWebhook } from './features/webhooks/jobs.ts';
import { sendMail } from './platform/mail/mailer.ts';
import { removeStoredFiles } from './platform/storage/remove-job.ts';

/** Every kind of job there is; a queue is made for each. */
export const JOBS = [
  processFile,
  processRaster,
  processVideo,
  placeWaitingPhotos,
  sortSets,
  makeReport,
  makeEvidence,
  makeTimelapse,
  registerPhoto,
  importFromDrive,
  saveToDrive,
  removeStoredFiles,
  sendMail,
  deliverWebhook,
  sendAccountLink,
];
