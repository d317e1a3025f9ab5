import type { Viewer } from '#server/platform/db/viewer.ts';
import { passCookie } from '#server/platform/http/share-pass.ts';
import { matchVisit } from '#server/submissions/visits/matching.ts';
import type { Site } from '../site.ts';
import {
  makeCompany,
  makeFile,
  makePerson,
  makeProject,
  makeShareLink,
  makeSubmission,
  makeVisitPlan,
} from '../factories.ts';
import { makeRaster } from '../fixtures/rasters.ts';
import type { ViewerName } from './table.ts';

export const LINK_PASSWORD = 'crane-42';

/** A password-protected link, and the cookie of a browser where the password was entered. */
async function makeLockedLink(ctx: Site['ctx'], owner: Viewer, projectId: string) {
  const link = await makeShareLink(ctx, owner, { projectId, password: LINK_PASSWORD });
  const { rows } = await ctx.db.pool.query<{ password_hash: string }>(
    'select password_hash from share_links where id = $1',
    [link.id],
  );
  const passwordHash = rows[0]?.password_hash ?? null;
  const pass = passCookie(ctx, { id: link.id, passwordHash }).split(';')[0] ?? '';
  return { ...link, pass };
}

async function makeFlownVisit(ctx: Site['ctx'], flown: { id: string; projectId: string }) {
  const [visit] = await makeVisitPlan(ctx, flown.projectId);
  if (!visit) throw new Error('The plan has no visits.');
  await matchVisit(ctx, { kind: 'system' }, { submissionId: flown.id, visitId: visit.id });
  return visit;
}

type Cookies = Record<Exclude<ViewerName, 'anonymous' | 'share'>, { cookie: string }>;

/** Sends a share link's token as a session, which must not work. */
const headersOf = (people: Cookies, token: string): Record<ViewerName, Record<string, string>> => ({
  anonymous: {},
  share: { cookie: `overfly_session=${token}`, authorization: `Bearer ${token}` },
  other: { cookie: people.other.cookie },
  unverified: { cookie: people.unverified.cookie },
  client: { cookie: people.client.cookie },
  manager: { cookie: people.manager.cookie },
  admin: { cookie: people.admin.cookie },
  operator: { cookie: people.operator.cookie },
});

export type World = Awaited<ReturnType<typeof makeWorld>>;

/** The requested data belongs to the first of two companies. */
export async function makeWorld({ ctx, inject }: Site) {
  const [company, elsewhere] = [await makeCompany(ctx), await makeCompany(ctx)];
  const people = {
    other: await makePerson(ctx, 'client', { companyId: elsewhere.id }),
    unverified: await makePerson(ctx, 'client', { companyId: company.id, emailVerified: false }),
    client: await makePerson(ctx, 'client', { companyId: company.id }),
    manager: await makePerson(ctx, 'project_manager'),
    admin: await makePerson(ctx, 'admin'),
    operator: await makePerson(ctx, 'operator'),
  };
  const colleague = await makePerson(ctx, 'client', { companyId: company.id });

  const project = await makeProject(ctx, company.id);
  const published = await makeSubmission(ctx, project.id, { published: true });
  const draft = await makeSubmission(ctx, project.id);
  const [file] = [await makeFile(ctx, published), await makeFile(ctx, draft)];
  const raster = await makeRaster(ctx, published);
  const flownVisit = await makeFlownVisit(ctx, published);
  const theirs = await makeProject(ctx, elsewhere.id);
  const theirSubmission = await makeSubmission(ctx, theirs.id, { published: true });
  await makeFile(ctx, theirSubmission);

  const openLink = (switches = {}) =>
    makeShareLink(ctx, people.client.viewer, { projectId: project.id, ...switches });
  const [link, closed] = [await openLink(), await openLink()];
  const mapless = await openLink({ showMaps: false });
  await ctx.db.pool.query('update share_links set is_active = false where id = $1', [closed.id]);
  const locked = await makeLockedLink(ctx, people.client.viewer, project.id);

  const headers = headersOf(people, link.token);
  const ids = [
    company.id,
    project.id,
    published.id,
    draft.id,
    file.id,
    link.id,
    closed.id,
    locked.id,
    mapless.id,
    flownVisit.id,
  ];
  return {
    ctx,
    inject,
    company,
    project,
    published,
    draft,
    file,
    raster,
    theirSubmission,
    people,
    colleague,
    link,
    closed,
    locked,
    mapless,
    flownVisit,
    headers,
    hidden: {
      anonymous: ids,
      share: ids,
      other: ids,
      unverified: ids.filter((id) => id !== company.id),
      client: [draft.id, theirs.id, theirSubmission.id],
      manager: [],
      admin: [],
      operator: [],
    } satisfies Record<ViewerName, string[]>,
  };
}
