import { createHash, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import type { Insertable, Kysely } from 'kysely';
import type { z } from 'zod';
import type { DB } from '#db/types.ts';
import { DownloadKind, type DownloadSelection } from '#domain/downloads.ts';
import { ProjectInput } from '#domain/projects.ts';
import type { Role } from '#domain/roles.ts';
import { ShareLinkInput } from '#domain/share-links.ts';
import { SubmissionInput } from '#domain/submissions.ts';
import { createPerson } from '#server/people/accounts/service.ts';
import { createCompany } from '#server/projects/companies/service.ts';
import { prepareDownload } from '#server/sharing/downloads/prepared.ts';
import { processFile } from '#server/files/jobs.ts';
import { invite } from '#server/people/invitations/service.ts';
import { insertNotifications } from '#server/events/notifications/queries.ts';
import { createProject } from '#server/projects/service.ts';
import { createShareLink } from '#server/sharing/share-links/service.ts';
import { createSubmission } from '#server/submissions/service.ts';
import { savePlan } from '#server/submissions/visits/plans.ts';
import { visitsFor } from '#server/submissions/visits/service.ts';
import type { VisitPlanInput } from '#domain/visit-plans.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { viewerOfPerson } from '#server/platform/auth/sessions/session.ts';
import { originalKey, presetKey, videoKey } from '#server/platform/storage/storage.ts';
import { jpegPhoto } from './fixtures/photos.ts';

export const PASSWORD = 'correct horse battery';
const SYSTEM: Viewer = { kind: 'system' };
const ORIGIN = 'http://localhost';

export type Person = { id: string; email: string; role: Role; viewer: Viewer; cookie: string };

let counter = 0;
const unique = (name: string) => `${name}-${++counter}`;

export const makeCompany = (
  ctx: Context,
  changes: { companyCode?: string; companyName?: string } = {},
) =>
  createCompany(ctx, SYSTEM, {
    companyCode: unique('TEST'),
    companyName: 'Test Company',
    description: null,
    ...changes,
  });

/** A signed-in person; `cookie` is the header to send. Clients need a company. */
export async function makePerson(
  ctx: Context,
  role: Role,
  changes: { companyId?: string; emailVerified?: boolean; email?: string } = {},
): Promise<Person> {
  const {
    companyId = null,
    emailVerified = true,
    email = `${unique(role)}@overfly.example`,
  } = changes;
  const { id } = await createPerson(ctx, {
    email,
    password: PASSWORD,
    role,
    companyId,
    firstName: 'Test',
    lastName: role,
    emailVerified,
  });
  const cookie = await signInAs(ctx, email);
  return {
    id,
    email,
    role,
    viewer: viewerOfPerson(id, role, emailVerified ? companyId : null),
    cookie,
  };
}

/** Clients without a company or session, created long ago: 'Aaron 0001' has many1@crowd.example. */
export async function makeManyClients(rows: Kysely<DB>, count: number): Promise<void> {
  const people = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    email: `many${index + 1}@crowd.example`,
    firstName: `Aaron ${String(index + 1).padStart(4, '0')}`,
  }));
  const users = people.map(({ id, email }) => ({ id, email, emailVerified: true }));
  await rows.insertInto('auth.users').values(users).execute();
  const profile = { role: 'client', createdAt: new Date('2025-01-01') } as const;
  const profiles = people.map((person) => ({ ...person, ...profile }));
  await rows.insertInto('profiles').values(profiles).execute();
}

export async function signInAs(ctx: Context, email: string): Promise<string> {
  const input = { email, password: PASSWORD, ipAddress: '192.0.2.1', userAgent: 'Test/1.0' };
  const { token } = await ctx.auth.signIn(input);
  return `overfly_session=${token}`;
}

export const makeProject = (
  ctx: Context,
  companyId: string,
  changes: Partial<Parameters<typeof createProject>[2]> = {},
) =>
  createProject(ctx, SYSTEM, {
    ...ProjectInput.parse({ name: unique('Project'), companyId }),
    ...changes,
  });

/** A company with a project and a client, and a staff member. */
export async function makeProjectWithPeople(
  ctx: Context,
  project: Parameters<typeof makeProject>[2] = {},
  changes: Parameters<typeof makeCompany>[1] = {},
) {
  const company = await makeCompany(ctx, changes);
  return {
    company,
    project: await makeProject(ctx, company.id, project),
    client: await makePerson(ctx, 'client', { companyId: company.id }),
    staff: await makePerson(ctx, 'operator'),
  };
}

/** A draft unless `published`. It has no files. */
export async function makeSubmission(
  ctx: Context,
  projectId: string,
  { published = false, title = unique('Week') }: { published?: boolean; title?: string } = {},
) {
  const submission = await createSubmission(
    ctx,
    SYSTEM,
    SubmissionInput.parse({ title, projectId }),
  );
  if (published) {
    await ctx.db.as(SYSTEM, (tx) =>
      tx
        .updateTable('submissions')
        .set({ status: 'published', publishedAt: ctx.clock(), firstPublishedAt: ctx.clock() })
        .where('id', '=', submission.id)
        .execute(),
    );
  }
  return submission;
}

export const VISIT_PLAN: VisitPlanInput = {
  rule: { repeat: 'weekly', every: 1, weekdays: [2] },
  time: '09:00',
  startsOn: '2026-01-01',
  pilotId: null,
  contents: ['photos'],
  isForClients: true,
};

/** Every Tuesday at 9 AM, shown to clients. Returns its visits. */
export async function makeVisitPlan(
  ctx: Context,
  projectId: string,
  changes: Partial<VisitPlanInput> = {},
) {
  await savePlan(ctx, SYSTEM, { projectId, ...VISIT_PLAN, ...changes });
  const from = ctx.clock().toISOString();
  return visitsFor(ctx, SYSTEM, { projectId, from, until: '2999-01-01T00:00:00Z' });
}

export const POSE = {
  latitude: 31.5,
  longitude: -97.1,
  relativeAltitude: 60,
  gimbalYaw: 0,
  gimbalPitch: -45,
};

/** A photo with real bytes: an original and one 256 px preview. */
export async function makeFile(
  ctx: Context,
  submission: { id: string; projectId: string },
  changes: Partial<Insertable<DB['files']>> & { bytes?: Buffer } = {},
) {
  const id = randomUUID();
  const { bytes = await photo(), ...columns } = changes;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await ctx.storage.put(originalKey(id), bytes);
  const isPicture = (columns.state ?? 'ready') === 'ready' && (columns.kind ?? 'photo') === 'photo';
  if (isPicture) {
    await ctx.storage.put(presetKey(id, 256), await sharp(bytes).resize(256).webp().toBuffer());
  }
  return ctx.db.as(SYSTEM, (tx) =>
    tx
      .insertInto('files')
      .values({
        id,
        submissionId: submission.id,
        projectId: submission.projectId,
        fileName: `${unique('DJI')}.JPG`,
        filePath: originalKey(id),
        fileType: 'image/jpeg',
        fileSize: bytes.length,
        kind: 'photo',
        state: 'ready',
        sha256,
        crc32: crc32(bytes),
        presets: isPicture ? [256] : [],
        ...columns,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

export const makeViewpoint = (
  ctx: Context,
  projectId: string,
  changes: Partial<Insertable<DB['viewpoints']>> = {},
) => {
  const place = { latitude: 31.5585, longitude: -97.129 };
  const values = { projectId, name: unique('View'), ...place, ...changes };
  return ctx.db.as(SYSTEM, (tx) =>
    tx.insertInto('viewpoints').values(values).returningAll().executeTakeFirstOrThrow(),
  );
};

/** `played` is the version converted for browsers. */
export async function makeVideo(
  ctx: Context,
  submission: { id: string; projectId: string },
  { played = Buffer.from('video'), fileName = 'flight.mp4' } = {},
) {
  const columns = { kind: 'video', fileType: 'video/mp4', fileName } as const;
  const file = await makeFile(ctx, submission, columns);
  await ctx.storage.put(videoKey(file.id), played);
  return file;
}

/** Includes everything in the project unless `selection` says otherwise. */
export const makeDownload = (
  ctx: Context,
  { viewer }: Pick<Person, 'viewer'>,
  selection: { projectId: string } & Partial<DownloadSelection>,
) =>
  prepareDownload(ctx, viewer, {
    submissionIds: null,
    kinds: [...DownloadKind.options],
    size: 'original',
    ...selection,
  });

/** Has unique bytes, because files are identified by their hash. */
const photo = () =>
  jpegPhoto({ width: 400, height: 300, exif: { IFD0: { ImageDescription: randomUUID() } } });

/** `token` is the end of the emailed link. */
export async function makeInvitation(
  ctx: Context,
  viewer: Viewer,
  input: Parameters<typeof invite>[2],
) {
  const invitation = await invite(ctx, viewer, input);
  return { ...invitation, token: await newestToken(ctx, invitation.email) };
}

/** The token in the newest email to an address. */
export async function newestToken(ctx: Context, recipient: string): Promise<string> {
  const { rows } = await ctx.db.pool.query<{ plain_text: string }>(
    'select plain_text from mails where recipient = $1 order by number desc limit 1',
    [recipient],
  );
  return /\/auth\/[\w-]+#([\w-]+)/.exec(rows[0]?.plain_text ?? '')?.[1] ?? '';
}

export const makeFormSubmission = (
  ctx: Context,
  columns: Partial<Insertable<DB['formSubmissions']>> = {},
) =>
  ctx.db.as(SYSTEM, (tx) =>
    tx
      .insertInto('formSubmissions')
      .values({
        name: unique('Visitor'),
        email: 'visitor@else.example',
        message: 'A question',
        submittedAt: ctx.clock(),
        ...columns,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

/** Notifies someone of a published submission, unless they were already notified. Returns the notification's id. */
export async function makeNotification(
  ctx: Context,
  personId: string,
  subject: { submissionId: string },
): Promise<string> {
  const news = { kind: 'week-published', subject, personIds: [personId] } as const;
  await ctx.db.as(SYSTEM, (tx) => insertNotifications(tx, { ...news, now: ctx.clock() }));
  const { rows } = await ctx.db.pool.query<{ id: string }>(
    'select id from notifications where person_id = $1 and submission_id = $2',
    [personId, subject.submissionId],
  );
  return rows[0]?.id ?? '';
}

/** An email whose first delivery attempt failed. Returns its id. */
export async function makeUnsentMail(ctx: Context): Promise<string> {
  const mail = {
    kind: 'test',
    to: 'ada@site.example',
    subject: unique('Mail'),
    html: 'x',
    text: 'x',
  };
  await ctx.db.as(SYSTEM, (tx) => ctx.mail.queue(tx, mail));
  const { rows } = await ctx.db.pool.query<{ id: string }>(
    "update mails set attempts = 1, last_error = 'connect ECONNREFUSED' where subject = $1 returning id",
    [mail.subject],
  );
  return rows[0]?.id ?? '';
}

/** A failed job for a missing photo, with no attempts left. Returns its id. */
export async function makeFailedJob(ctx: Context, fileId: string = randomUUID()) {
  await ctx.db.as(SYSTEM, (tx) => ctx.queue.enqueue(tx, processFile, { fileId }));
  const { rows } = await ctx.db.pool.query<{ id: string }>(
    `update pgboss.job set state = 'failed', retry_count = 8, completed_on = now(),
      output = '{"message":"The disk is gone."}' where data->>'fileId' = $1 returning id`,
    [fileId],
  );
  return rows[0]?.id ?? '';
}

/** An open share link; `token` is the end of its URL. */
export async function makeShareLink(
  ctx: Context,
  owner: Viewer,
  input: { projectId: string } & Partial<z.input<typeof ShareLinkInput>>,
) {
  const link = await createShareLink(
    ctx,
    { viewer: owner, origin: ORIGIN },
    ShareLinkInput.parse(input),
  );
  const token = link.url.split('/').at(-1) ?? '';
  return { ...link, token };
}
