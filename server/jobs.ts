import { sendAccountLink } from './features/accounts/jobs.ts';
import { processFile, processVideo } from './features/files/jobs.ts';
import { sendMail } from './platform/mail/mailer.ts';
import { removeStoredFiles } from './platform/storage/remove-job.ts';

/** Every kind of job there is; a queue is made for each. */
export const JOBS = [processFile, processVideo, removeStoredFiles, sendMail, sendAccountLink];
