import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { SharedPage, SharedSubmissionFiles } from '#domain/share-links.ts';
import { type Site, runSite } from '#test/site.ts';
import {
  makeCompany,
  makeFile,
  makeProjectWithPeople,
  makePerson,
  makeProject,
  makeShareLink,
  makeSubmission,
} from '#test/factories.ts';

const site = runSite();
let world: Awaited<ReturnType<typeof makeWorld>>;

/** A project with all kinds of data that visitors must not see. */
async function makeWorld({ ctx }: Site) {
  const manager = await makePerson(ctx, 'project_manager');
  const { company, project, client } = await makeProjectWithPeople(ctx, {
    description: 'Twelve floors',
    latitude: 31.7654321,
    longitude: -97.1234567,
  });
  await ctx.db.pool.query(
    'update projects set project_manager_id = $1, created_by = $1 where id = $2',
    [manager.id, project.id],
  );
  const older = await makeSubmission(ctx, project.id, { published: true });
  const newer = await makeSubmission(ctx, project.id, { published: true });
  await ctx.db.pool.query(
    `update submissions set google_drive_folder_url = 'https://drive.google.com/secret-folder',
       content_text = 'Cracks in the working notes',
       recorded_date = case when id = $1 then date '2026-01-05' else date '2026-01-12' end, created_by = $2
     where project_id = $3`,
    [older.id, manager.id, project.id],
  );
  const position = { latitude: 31.7654321, longitude: -97.1234567, relativeAltitude: 61.25 };
  const camera = { cameraModel: 'FC3170', gimbalYaw: 12.5, createdBy: manager.id };
  const file = await makeFile(ctx, newer, { ...position, ...camera });
  const hidden = {
    company: company.companyCode,
    companyId: company.id,
    companyName: company.companyName,
    client: client.id,
    clientEmail: client.email,
    manager: manager.id,
    managerEmail: manager.email,
    sha256: file.sha256,
    filePath: file.filePath,
    latitude: '31.7654321',
    longitude: '97.1234567',
    altitude: '61.25',
    driveFolder: 'secret-folder',
    contentText: 'working notes',
  };
  return { company, client, manager, project, older, newer, file, hidden };
}

beforeAll(async () => {
  world = await makeWorld(site);
});

const open = (token: string) => site.inject({ url: `/api/shared/${token}` });
const openFiles = (token: string, submissionId: string) =>
  site.inject({ url: `/api/shared/${token}/submissions/${submissionId}/files` });
const link = (input: Partial<Parameters<typeof makeShareLink>[2]> = {}) =>
  makeShareLink(site.ctx, world.client.viewer, { projectId: world.project.id, ...input });
const run = (statement: string, ...values: unknown[]) => site.ctx.db.pool.query(statement, values);

describe('an open link', () => {
  test('shows the project and its published submissions, newest first', async () => {
    const answer = await open((await link()).token);
    expect(answer.statusCode).toBe(200);
    const page = answer.json<SharedPage>();
    expect(page.project).toEqual({
      id: world.project.id,
      name: world.project.name,
      description: 'Twelve floors',
      address: null,
      status: 'active',
      startDate: null,
      estimatedCompletionDate: null,
      timeZone: 'America/Chicago',
      units: 'us',
    });
    expect(page.submissions.map(({ id }) => id)).toEqual([world.newer.id, world.older.id]);
    expect(page.submissions[0]).toMatchObject({ photoCount: 1, fileCount: 1 });
  });

  test('shows the files of a submission and the URL to download them all', async () => {
    const { token, id } = await link();
    const answer = await openFiles(token, world.newer.id);
    expect(answer.statusCode).toBe(200);
    const { files, download } = SharedSubmissionFiles.parse(answer.json());
    expect(files).toHaveLength(1);
    expect(files[0]).toMatchObject({
      id: world.file.id,
      fileName: world.file.fileName,
      cameraModel: 'FC3170',
    });
    expect(files[0]?.mediaUrl).toMatch(new RegExp(`^/media/s/${id}/f/${world.file.id}/`));
    expect(files[0]?.originalUrl).toMatch(new RegExp(`^/media/s/${id}/o/${world.file.id}/`));
    expect(download).toMatchObject({ fileCount: 1 });
    expect(download?.url).toMatch(new RegExp(`^/downloads/s/${id}/${world.newer.id}/`));
  });

  test('returns exactly the fields of the contract', async () => {
    const { token } = await link();
    const page = (await open(token)).json();
    expect(SharedPage.strict().parse(page)).toEqual(page);
    const { files } = (await openFiles(token, world.newer.id)).json();
    const unwanted = /password|(?<!thumb)hash|token|creat(ed|or)By|company|email|sha256|altitude/i;
    for (const object of [page, page.project, ...page.submissions, ...files]) {
      expect(Object.keys(object).filter((key) => unwanted.test(key))).toEqual([]);
    }
  });

  test('reveals no creator, company, people, hashes or positions', async () => {
    const { token } = await link();
    const bodies = [await open(token), await openFiles(token, world.newer.id)].map(
      ({ body }) => body,
    );
    const { rows } = await run(
      'select token_hash, token_encrypted from share_links where project_id = $1',
      world.project.id,
    );
    const secrets = [
      ...Object.values(world.hidden),
      ...rows.flatMap((row) => Object.values<string>(row)),
    ];
    for (const body of bodies) {
      expect(secrets.filter((secret) => body.includes(secret))).toEqual([]);
    }
  });

  test('has position fields only if the link shows positions', async () => {
    const { token } = await link();
    const placed = await link({ showPositions: true });
    const [plain, full] = [token, placed.token].map((each) => openFiles(each, world.newer.id));
    expect((await plain)?.json().files[0]).not.toHaveProperty('latitude');
    expect((await full)?.json().files[0]).toHaveProperty('latitude', 31.7654321);
  });

  test('needs no account and shows the same with a session', async () => {
    const { token } = await link();
    const anonymous = await open(token);
    const signedIn = await site.inject({
      url: `/api/shared/${token}`,
      headers: { cookie: world.manager.cookie },
    });
    expect(signedIn.body).toBe(anonymous.body);
  });

  test('has no URL of an original or archive without downloads', async () => {
    const { token } = await link({ allowDownload: false });
    const { files, download } = (await openFiles(token, world.newer.id)).json();
    expect(download).toBeNull();
    expect(files[0].originalUrl).toBeNull();
    expect(files[0].mediaUrl).toBeTruthy();
  });
});

describe('a link to one submission', () => {
  test('shows only that submission', async () => {
    const { token } = await link({ submissionId: world.older.id });
    const { submissions } = (await open(token)).json<SharedPage>();
    expect(submissions.map(({ id }) => id)).toEqual([world.older.id]);
    expect((await openFiles(token, world.older.id)).statusCode).toBe(200);
    const other = await openFiles(token, world.newer.id);
    expect([other.statusCode, other.json().code]).toEqual([404, 'SUBMISSION_NOT_FOUND']);
  });

  test('shows the project without content while the submission is a draft', async () => {
    const draft = await makeSubmission(site.ctx, world.project.id);
    const { token } = await makeShareLink(site.ctx, world.manager.viewer, {
      projectId: world.project.id,
      submissionId: draft.id,
    });
    const answer = await open(token);
    expect(answer.statusCode).toBe(200);
    expect(answer.json<SharedPage>().submissions).toEqual([]);
    expect((await openFiles(token, draft.id)).statusCode).toBe(404);
  });
});

describe('a link never shows', () => {
  test("drafts or files that aren't ready", async () => {
    const { ctx } = site;
    const draft = await makeSubmission(ctx, world.project.id);
    const published = await makeSubmission(ctx, world.project.id, { published: true });
    await makeFile(ctx, published, { state: 'processing' });
    await makeFile(ctx, published, { state: 'failed', errorMessage: 'The file is damaged.' });
    const { token } = await link();
    const { submissions } = (await open(token)).json<SharedPage>();
    expect(submissions.map(({ id }) => id)).not.toContain(draft.id);
    expect(submissions.find(({ id }) => id === published.id)).toMatchObject({ fileCount: 0 });
    expect((await openFiles(token, published.id)).json()).toEqual({ files: [], download: null });
    expect((await openFiles(token, draft.id)).statusCode).toBe(404);
    await run('delete from submissions where id = any($1)', [draft.id, published.id]);
  });

  test('submissions of another project', async () => {
    const theirs = await makeProject(site.ctx, world.company.id);
    const submission = await makeSubmission(site.ctx, theirs.id, { published: true });
    const { token } = await link();
    expect((await open(token)).body).not.toContain(submission.id);
    expect((await openFiles(token, submission.id)).statusCode).toBe(404);
    expect((await openFiles(token, randomUUID())).statusCode).toBe(404);
  });

  test('an unpublished submission', async () => {
    const submission = await makeSubmission(site.ctx, world.project.id, { published: true });
    await makeFile(site.ctx, submission);
    const { token } = await link();
    expect((await openFiles(token, submission.id)).statusCode).toBe(200);
    await run(
      "update submissions set status = 'draft', published_at = null where id = $1",
      submission.id,
    );
    expect((await open(token)).body).not.toContain(submission.id);
    expect((await openFiles(token, submission.id)).statusCode).toBe(404);
  });
});

describe('an unavailable link', () => {
  const dead: [string, () => Promise<string>][] = [
    ['an unknown token', async () => randomBytes(32).toString('base64url')],
    ['a short token', async () => 'abc'],
    ['invalid characters', async () => '~'.repeat(43)],
    ['a token without its last letter', async () => (await link()).token.slice(0, -1)],
    ['a token of 900 characters', async () => 'a'.repeat(900)],
    [
      'the hash of a token',
      async () => {
        const { id } = await link();
        const { rows } = await run('select token_hash from share_links where id = $1', id);
        return rows[0].token_hash;
      },
    ],
    ['the id of a link', async () => (await link()).id],
    [
      'disabled',
      async () => {
        const { id, token } = await link();
        await run('update share_links set is_active = false where id = $1', id);
        return token;
      },
    ],
    [
      'deleted',
      async () => {
        const { id, token } = await link();
        await run('delete from share_links where id = $1', id);
        return token;
      },
    ],
    [
      'of a deleted project',
      async () => {
        const project = await makeProject(site.ctx, world.company.id);
        const { token } = await link({ projectId: project.id });
        await run('delete from projects where id = $1', project.id);
        return token;
      },
    ],
    [
      'of a deleted submission',
      async () => {
        const submission = await makeSubmission(site.ctx, world.project.id, { published: true });
        const { token } = await link({ submissionId: submission.id });
        await run('delete from submissions where id = $1', submission.id);
        return token;
      },
    ],
  ];

  test.each(dead)('gets the same response: %s', async (_why, makeToken) => {
    const token = await makeToken();
    for (const answer of [await open(token), await openFiles(token, world.newer.id)]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({
        code: 'SHARE_LINK_NOT_AVAILABLE',
        message: ERRORS.SHARE_LINK_NOT_AVAILABLE[1],
      });
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  test('says that it has expired, and works again with a new expiration', async () => {
    const { id, token } = await link();
    const expire = (when: string) =>
      run(`update share_links set expires_at = now() + interval '${when}' where id = $1`, id);
    await expire('-1 second');
    for (const answer of [await open(token), await openFiles(token, world.newer.id)]) {
      expect([answer.statusCode, answer.json()]).toEqual([
        404,
        expect.objectContaining({
          code: 'SHARE_LINK_EXPIRED',
          message: ERRORS.SHARE_LINK_EXPIRED[1],
        }),
      ]);
    }
    await expire('1 hour');
    expect((await open(token)).statusCode).toBe(200);
  });

  test('works again after it is opened again', async () => {
    const { id, token } = await link();
    await run('update share_links set is_active = false where id = $1', id);
    expect((await open(token)).statusCode).toBe(404);
    await run('update share_links set is_active = true where id = $1', id);
    expect((await open(token)).statusCode).toBe(200);
  });
});

describe('a link whose owner lost access to the project', () => {
  /** Creates a client of the project's company or a project member, and a working link of theirs. */
  async function makeOwner(as: 'client' | 'member') {
    const { ctx } = site;
    const companyId = as === 'client' ? world.company.id : (await makeCompany(ctx)).id;
    const owner = await makePerson(ctx, 'client', { companyId });
    if (as === 'member') await run(ADD_MEMBER, world.project.id, owner.id);
    const { token } = await makeShareLink(ctx, owner.viewer, { projectId: world.project.id });
    expect((await open(token)).statusCode).toBe(200);
    return { owner, companyId, token };
  }
  const ADD_MEMBER = 'insert into project_members (project_id, person_id) values ($1, $2)';
  const MOVE = 'update profiles set company_id = $2 where id = $1';

  type Owner = Awaited<ReturnType<typeof makeOwner>>;
  const losses: [string, 'client' | 'member', (owner: Owner) => Promise<unknown>, string][] = [
    [
      'deactivated',
      'client',
      ({ owner }) => run('update profiles set is_active = false where id = $1', owner.id),
      'update profiles set is_active = true where id = $1',
    ],
    [
      'moved to another company',
      'client',
      async ({ owner }) => run(MOVE, owner.id, (await makeCompany(site.ctx)).id),
      `update profiles set company_id = (select company_id from projects where id = '$project') where id = $1`,
    ],
    [
      'without a verified email address',
      'client',
      ({ owner }) => run('update auth.users set email_verified = false where id = $1', owner.id),
      'update auth.users set email_verified = true where id = $1',
    ],
    [
      'removed from the members',
      'member',
      ({ owner }) => run('delete from project_members where person_id = $1', owner.id),
      `insert into project_members (person_id, project_id) values ($1, '$project')`,
    ],
    [
      'in a company whose clients have no access',
      'member',
      ({ companyId }) =>
        run(
          'update companies set is_active = false, clients_have_access = false where id = $1',
          companyId,
        ),
      `update companies set clients_have_access = true, is_active = true where id = (select company_id from profiles where id = $1)`,
    ],
  ];
  test.each(losses)(
    'is unavailable while they are %s, and works again when that is undone',
    async (_how, as, lose, undo) => {
      const made = await makeOwner(as);
      await lose(made);
      for (const answer of [await open(made.token), await openFiles(made.token, world.newer.id)]) {
        expect([answer.statusCode, answer.json().code]).toEqual([404, 'SHARE_LINK_NOT_AVAILABLE']);
      }
      await run(undo.replace('$project', world.project.id), made.owner.id);
      expect((await open(made.token)).statusCode).toBe(200);
    },
  );

  test('is unavailable when its owner was staff and is deactivated', async () => {
    const manager = await makePerson(site.ctx, 'project_manager');
    const { token } = await makeShareLink(site.ctx, manager.viewer, {
      projectId: world.project.id,
    });
    expect((await open(token)).statusCode).toBe(200);
    await run('update profiles set is_active = false where id = $1', manager.id);
    expect((await open(token)).statusCode).toBe(404);
  });
});

test("opening a link through the API doesn't count as a view", async () => {
  const { id, token } = await link();
  await open(token);
  await openFiles(token, world.newer.id);
  const { rows } = await run('select view_count from share_links where id = $1', id);
  expect(rows).toEqual([{ view_count: 0 }]);
});
