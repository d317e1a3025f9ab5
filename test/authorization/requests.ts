import { DownloadKind } from '#domain/downloads.ts';
import { ERRORS } from '#domain/errors.ts';
import { archiveUrl } from '#server/sharing/downloads/service.ts';
import { derivativesUrl, originalUrl } from '#server/platform/http/media-url.ts';
import {
  makeDownload,
  makeFile,
  makeFailedJob,
  makeProject,
  makeSubmission,
  makeUnsentMail,
  PASSWORD,
  signInAs,
} from '../factories.ts';
import { ACCOUNT_REQUESTS } from './account-requests.ts';
import {
  get,
  input,
  none,
  post,
  unique,
  type Attempt,
  type PlainRequest,
  type Prepare,
} from './attempt.ts';
import { ARCHIVE_REQUESTS } from './archive-requests.ts';
import { DRIVE_REQUESTS } from './drive-requests.ts';
import { DRIVE_TRANSFER_REQUESTS } from './drive-transfer-requests.ts';
import { INTEGRATION_REQUESTS } from './integration-requests.ts';
import { FLIGHT_REQUESTS } from './flight-requests.ts';
import { MAP_REQUESTS } from './map-requests.ts';
import { NOTIFICATION_REQUESTS } from './notification-requests.ts';
import { PEOPLE_REQUESTS } from './people-requests.ts';
import { lockedPath, share, SHARE_REQUESTS } from './share-requests.ts';
import { STORED_FILE_REQUESTS } from './stored-file-requests.ts';
import { SETUP_REQUESTS } from './setup-requests.ts';
import { VIEWPOINT_REQUESTS } from './viewpoint-requests.ts';
import { PIN_REQUESTS } from './pin-requests.ts';
import { VISIT_REQUESTS } from './visit-requests.ts';
import type { ViewerName } from './table.ts';
import { LINK_PASSWORD, type World } from './world.ts';

const give = (url: string, password: string): Attempt => ({
  request: {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: Buffer.from(new URLSearchParams({ password }).toString()),
  },
});
const spareSubmission = async ({ ctx, project }: World, published = false) => {
  const submission = await makeSubmission(ctx, project.id, { published });
  return { submission, file: await makeFile(ctx, submission) };
};

/** An extra session of the viewer that a request can change or end. */
const ownSession = async ({ ctx, people, headers }: World, viewer: ViewerName): Promise<Attempt> =>
  viewer in people
    ? { headers: { cookie: await signInAs(ctx, people[viewer as keyof typeof people].email) } }
    : { headers: headers[viewer] };

const session: Record<string, Prepare> = {
  'session.get': none,
  'session.role': none,
  'session.signIn': async (world, viewer) => ({
    ...(await ownSession(world, viewer)),
    input: { email: world.people.admin.email, password: PASSWORD },
  }),
  'session.signIn with a wrong password': ({ people }) =>
    input({ email: people.admin.email, password: 'wrong' }),
  'session.refresh': ownSession,
  'session.signOut': ownSession,
};

const companiesAndProjects: Record<string, Prepare> = {
  'companies.list': none,
  'companies.get': ({ company }) => input({ id: company.id }),
  'companies.create': () => input({ companyCode: unique(), companyName: 'New' }),
  'companies.usage': ({ company }) => input({ id: company.id }),
  'companies.update': ({ company }) => input({ id: company.id, description: unique() }),
  'projects.list': none,
  'projects.get': ({ project }) => input({ id: project.id }),
  'projects.create': ({ company }) => input({ companyId: company.id, name: unique() }),
  'projects.update': ({ project }) => input({ id: project.id, description: unique() }),
  'projects.remove': async ({ ctx, company }) => {
    const { id, name } = await makeProject(ctx, company.id);
    return input({ id, typedName: name });
  },
};
const submissions: Record<string, Prepare> = {
  'submissions.listPublished': ({ project }) => input({ projectId: project.id }),
  'submissions.latestCovers': none,
  'submissions.getPublished': ({ published }) => input({ id: published.id }),
  'submissions.getPublished of a draft': ({ draft }) => input({ id: draft.id }),
  'submissions.list': none,
  'submissions.library': none,
  'submissions.get': ({ draft }) => input({ id: draft.id }),
  'submissions.create': ({ project }) => input({ projectId: project.id, title: unique() }),
  'submissions.update': ({ draft }) => input({ id: draft.id, title: unique() }),
  'submissions.publish': async (world) =>
    input({ id: (await spareSubmission(world)).submission.id }),
  'submissions.unpublish': async (world) =>
    input({ id: (await spareSubmission(world, true)).submission.id }),
  'submissions.schedule': async (world) =>
    input({ id: (await spareSubmission(world)).submission.id, publishAt: '2999-01-01T00:00:00Z' }),
  'submissions.schedule of a published one': ({ published }) =>
    input({ id: published.id, publishAt: '2999-01-01T00:00:00Z' }),
  'submissions.cancelSchedule': ({ draft }) => input({ id: draft.id }),
  'submissions.archive': async (world) =>
    input({ id: (await spareSubmission(world)).submission.id }),
  'submissions.restore': ({ draft }) => input({ id: draft.id }),
  'submissions.move': async (world) =>
    input({
      id: (await spareSubmission(world)).submission.id,
      projectId: (await makeProject(world.ctx, world.company.id)).id,
    }),
  'submissions.move to a missing project': ({ draft }) =>
    input({ id: draft.id, projectId: draft.id }),
  'submissions.elsewhere': ({ draft }) => input({ id: draft.id }),
  'submissions.moveFiles': async (world) => {
    const { submission, file } = await spareSubmission(world);
    const { id: projectId } = await makeProject(world.ctx, world.company.id);
    return input({ id: submission.id, fileIds: [file.id], to: { projectId } });
  },
  'submissions.moveFiles of another submission': async (world) => {
    const { file } = await spareSubmission(world);
    const { draft, project } = world;
    return input({ id: draft.id, fileIds: [file.id], to: { projectId: project.id } });
  },
  'submissions.moveFiles to a published one': async (world) => {
    const { submission, file } = await spareSubmission(world);
    const to = { submissionId: world.published.id };
    return input({ id: submission.id, fileIds: [file.id], to });
  },
  'submissions.pauseClock': async (world) =>
    input({ id: (await spareSubmission(world)).submission.id, reason: unique() }),
  'submissions.pauseClock of a published one': ({ published }) =>
    input({ id: published.id, reason: unique() }),
  'submissions.resumeClock': ({ draft }) => input({ id: draft.id }),
  'submissions.remove': async (world) =>
    input({ id: (await spareSubmission(world)).submission.id }),
};

const files: Record<string, Prepare> = {
  'files.listPublished': ({ published }) => input({ submissionId: published.id }),
  'files.listPublished of a draft': ({ draft }) => input({ submissionId: draft.id }),
  'files.list': ({ draft }) => input({ submissionId: draft.id }),
  'files.update': ({ file }) => input({ id: file.id, fileName: `${unique()}.JPG` }),
  'files.reorder': async (world) => {
    const { submission, file } = await spareSubmission(world);
    return input({ submissionId: submission.id, fileIds: [file.id] });
  },
  'files.setForClients': async (world) =>
    input({ fileIds: [(await spareSubmission(world)).file.id], isForClients: false }),
  'files.setCover': async (world) =>
    input({ submissionId: (await spareSubmission(world)).submission.id, fileId: null }),
  'files.retry': async ({ ctx, draft }) => {
    const broken = {
      state: 'failed',
      errorMessage: ERRORS.FILE_DAMAGED[1],
    } as const;
    return input({ id: (await makeFile(ctx, draft, broken)).id });
  },
  'files.showAsPhoto': async ({ ctx, draft }) =>
    input({ id: (await makeFile(ctx, draft, { kind: 'other', part: 'band' })).id }),
  'files.remove': async (world) => input({ id: (await spareSubmission(world)).file.id }),
  'uploads.list': ({ draft }) => input({ submissionId: draft.id }),
  'uploads.check': ({ draft, file }) => input({ submissionId: draft.id, sha256: [file.sha256] }),
  'rasters.list': ({ draft }) => input({ submissionId: draft.id }),
  'rasters.update of a photo': ({ file }) => input({ fileId: file.id, epsg: 32_614 }),
  'uploads.discard': async (world) => input({ id: await startUpload(world) }),
  'downloads.plan': ({ published }) => input({ submissionId: published.id }),
  'downloads.plan of a draft': ({ draft }) => input({ submissionId: draft.id }),
};

const EXPORT = 'GET /api/operator/form-submissions/export';

const inbox: Record<string, Prepare> = {
  'contact.token': none,
  'contact.send': () =>
    input({ name: unique(), email: 'visitor@else.example', message: 'A question' }),
  'contact.support': () => input({ message: 'A question', projectId: null, page: null }),
  'contact.support about a project': ({ project }) =>
    input({ message: 'A question', projectId: project.id, page: '/dashboard' }),
  'mails.listUndelivered': none,
  'mails.retry': async ({ ctx }) => input({ id: await makeUnsentMail(ctx) }),
  'system.read': none,
  'system.storage': none,
  'system.retryAllJobs': none,
  'system.retryJob': async ({ ctx }) => input({ id: await makeFailedJob(ctx) }),
  [EXPORT]: () => get('/api/operator/form-submissions/export'),
};

const TUS = { 'tus-resumable': '1.0.0' };
const base64 = (text: string) => Buffer.from(text).toString('base64');

const creation = ({ draft }: World) => ({
  method: 'POST' as const,
  url: '/api/uploads',
  headers: {
    ...TUS,
    'upload-length': '5',
    'upload-metadata': `filename ${base64(`${unique()}.JPG`)},submissionId ${base64(draft.id)}`,
  },
});

/** Starts an upload as the operator and returns its id. */
async function startUpload(world: World): Promise<string> {
  const { headers, ...request } = creation(world);
  const answer = await world.inject({
    ...request,
    headers: { ...headers, ...world.headers.operator },
  });
  if (answer.statusCode !== 201)
    throw new Error(`the upload did not start: ${answer.statusCode} ${answer.body}`);
  return String(answer.headers.location).split('/').at(-1) ?? '';
}

const tus =
  (method: 'HEAD' | 'PATCH' | 'DELETE', more: Partial<PlainRequest> = {}): Prepare =>
  async (world) => ({
    request: {
      method,
      url: `/api/uploads/${await startUpload(world)}`,
      ...more,
      headers: { ...TUS, ...more.headers },
    },
  });

const uploads: Record<string, Prepare> = {
  'POST /api/uploads': (world) => ({ request: creation(world) }),
  'HEAD /api/uploads/:id': tus('HEAD'),
  'PATCH /api/uploads/:id': tus('PATCH', {
    headers: { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    payload: Buffer.from('abc'),
  }),
  'DELETE /api/uploads/:id': tus('DELETE'),
  'GET /api/live': () => get('/api/live'),
};

const person = ({ id }: { id: string }) => ({ kind: 'person', profileId: id }) as const;
const FALSE_SEAL = /[^/]+(?=\/[^/]+$)/;

const media: Record<string, Prepare> = {
  'GET /media/p/:profileId/f/:fileId/:seal/:name': ({ ctx, file, people }) =>
    get(`${derivativesUrl(ctx.signer, person(people.client), file.id)}/w256.webp`),
  'GET /media/p/:profileId/f/:fileId/:seal/:name with a false seal': ({ ctx, file, people }) =>
    get(
      `${derivativesUrl(ctx.signer, person(people.client), file.id)}/w256.webp`.replace(
        FALSE_SEAL,
        'zzzzzzzz-false',
      ),
    ),
  'GET /media/p/:profileId/o/:fileId/:seal/:name': ({ ctx, file, people }) =>
    get(originalUrl(ctx.signer, person(people.client), file)),
  'GET /media/p/:profileId/o/:fileId/:seal/:name of a stranger': ({ ctx, file, people }) =>
    get(originalUrl(ctx.signer, person(people.other), file)),
  'GET /media/p/:profileId/o/:fileId/:seal/:name with a false seal': ({ ctx, file, people }) =>
    get(originalUrl(ctx.signer, person(people.client), file).replace(FALSE_SEAL, 'zzzzzzzz-false')),
  'GET /media/s/:shareLinkId/f/:fileId/:seal/:name': ({ ctx, file, link }) =>
    get(`${derivativesUrl(ctx.signer, share(link.id), file.id)}/w256.webp`),
  'GET /media/s/:shareLinkId/f/:fileId/:seal/:name of a closed link': ({ ctx, file, closed }) =>
    get(`${derivativesUrl(ctx.signer, share(closed.id), file.id)}/w256.webp`),
  'GET /media/s/:shareLinkId/o/:fileId/:seal/:name': ({ ctx, file, link }) =>
    get(originalUrl(ctx.signer, share(link.id), file)),
  'GET /media/s/:shareLinkId/o/:fileId/:seal/:name of a closed link': ({ ctx, file, closed }) =>
    get(originalUrl(ctx.signer, share(closed.id), file)),
};

/** URL of the published submission's archive for its client. */
const clientsArchive = async (world: World) =>
  archiveIn(
    await world.inject({
      url: `/api/submissions/${world.published.id}/download`,
      headers: world.headers.client,
    }),
  );

/** The same for a visitor with the open link. */
const sharedArchive = async ({ inject, link, published }: World) =>
  archiveIn(await inject({ url: `/api/shared/${link.token}/submissions/${published.id}/files` }));

const archiveIn = (answer: { json(): { url?: string; download?: { url: string } } }): string => {
  const { url, download } = answer.json();
  return url ?? download?.url ?? '';
};

const { options: kinds } = DownloadKind;
const selection = ({ project }: World, submissionIds: string[] | null = null) =>
  input({ projectId: project.id, submissionIds, kinds, size: 'original' });
const ofClient = ({ ctx, people, project }: World) =>
  makeDownload(ctx, people.client, { projectId: project.id });
const byToken = async (world: World) => {
  const { id } = await ofClient(world);
  const url = `/api/downloads/${id}/address`;
  const headers = world.headers.client;
  return archiveIn(await world.inject({ method: 'POST', url, headers }));
};

const scope = ({ project }: World, submission: { id: string } | null) =>
  input({ projectId: project.id, submissionId: submission?.id ?? null });

const evidence: Record<string, Prepare> = {
  'evidence.measure': (world) => scope(world, world.published),
  'evidence.measure of a draft': (world) => scope(world, world.draft),
  'evidence.make': (world) => scope(world, world.published),
  'evidence.make of a draft': (world) => scope(world, world.draft),
  'evidence.make of a project': (world) => scope(world, null),
  'evidence.keys': none,
  'GET /.well-known/overfly-signing-key.json': () => get('/.well-known/overfly-signing-key.json'),
};

const downloads: Record<string, Prepare> = {
  'downloads.measure': (world) => selection(world),
  'downloads.prepare': (world) => selection(world),
  'downloads.prepare of a draft': (world) => selection(world, [world.draft.id]),
  'downloads.list': none,
  'downloads.remove': async (world) => input({ id: (await ofClient(world)).id }),
  'downloads.makeAddress': async (world) => input({ id: (await ofClient(world)).id }),
  'GET /downloads/d/:profileId/:downloadId/:name': async (world) =>
    get((await ofClient(world)).url),
  'GET /downloads/d/:profileId/:downloadId/:name of a colleague': async (world) => {
    const { ctx, people, colleague, project } = world;
    const { url } = await makeDownload(ctx, colleague, { projectId: project.id });
    return get(url.replace(colleague.id, people.client.id));
  },
  'GET /downloads/t/:token/:name': async (world) => get(await byToken(world)),
  'GET /downloads/t/:token/:name with a false token': async (world) =>
    get((await byToken(world)).replace(/\/t\/[^/]+/, '/t/made-up')),
  'GET /downloads/p/:profileId/:id/:seal/:name': async (world) => get(await clientsArchive(world)),
  'GET /downloads/p/:profileId/:id/:seal/:name with a false seal': async (world) =>
    get((await clientsArchive(world)).replace(FALSE_SEAL, 'zzzzzzzz-false')),
  'GET /downloads/s/:shareLinkId/:id/:seal/:name': async (world) => get(await sharedArchive(world)),
  'GET /downloads/s/:shareLinkId/:id/:seal/:name of a closed link': ({ ctx, closed, published }) =>
    get(archiveUrl(ctx.signer, share(closed.id), published.id, 'photos.zip')),
};

const pages: Record<string, Prepare> = {
  'GET /shared/:token': ({ link }) => get(`/shared/${link.token}`),
  'GET /shared/:token of a closed link': ({ closed }) => get(`/shared/${closed.token}`),
  'GET /shared/*': ({ link }) => get(`/shared/${link.token}/.)`),
  'GET /shared/:token/week': ({ link }) => get(`/shared/${link.token}/week`),
  'GET /shared/:token/week of a closed link': ({ closed }) => get(`/shared/${closed.token}/week`),
  'GET /shared/:token/slider': ({ link }) => get(`/shared/${link.token}/slider`),
  'GET /shared/:token/slider of a closed link': ({ closed }) =>
    get(`/shared/${closed.token}/slider`),
  'POST /shared/:token/slider': ({ link }) => post(`/shared/${link.token}/slider`),
  'POST /shared/:token': ({ link }) => post(`/shared/${link.token}`),
  'POST /shared/:token of a locked link': (world) => give(lockedPath(world), LINK_PASSWORD),
  'POST /shared/:token of a locked link with a wrong password': (world) =>
    give(lockedPath(world), 'crane-43'),
  'POST /shared/:token/week of a locked link with a wrong password': (world) =>
    give(`${lockedPath(world)}/week`, 'crane-43'),
  'POST /shared/:token/week': ({ link }) => post(`/shared/${link.token}/week`),
  'POST /shared/:token/week of a closed link': ({ closed }) => post(`/shared/${closed.token}/week`),
  'GET /api/docs': () => get('/api/docs'),
  'GET /api/openapi.json': () => get('/api/openapi.json'),
  'GET /': () => get('/'),
  'GET /auth': () => get('/auth'),
  'GET /contact': () => get('/contact'),
  'GET /portal-demo': () => get('/portal-demo'),
  'GET /base-map/:z/:x/:y': () => get('/base-map/0/0/0'),
  'GET /dashboard': () => get('/dashboard'),
  'GET /dashboard/*': () => get('/dashboard/projects'),
  'GET /operator': () => get('/operator'),
  'GET /operator/*': () => get('/operator/companies'),
};

/** The request for each row of the table. */
export const REQUESTS: Readonly<Record<string, Prepare>> = {
  'health.get': none,
  'health.live': none,
  'overview.client': none,
  'overview.staff': none,
  ...session,
  ...ACCOUNT_REQUESTS,
  ...companiesAndProjects,
  ...PEOPLE_REQUESTS,
  ...submissions,
  ...files,
  ...STORED_FILE_REQUESTS,
  ...VIEWPOINT_REQUESTS,
  ...SETUP_REQUESTS,
  ...PIN_REQUESTS,
  ...VISIT_REQUESTS,
  ...FLIGHT_REQUESTS,
  ...SHARE_REQUESTS,
  ...DRIVE_REQUESTS,
  ...DRIVE_TRANSFER_REQUESTS,
  ...INTEGRATION_REQUESTS,
  ...MAP_REQUESTS,
  ...inbox,
  ...NOTIFICATION_REQUESTS,
  ...uploads,
  ...media,
  ...ARCHIVE_REQUESTS,
  ...downloads,
  ...evidence,
  ...pages,
};
