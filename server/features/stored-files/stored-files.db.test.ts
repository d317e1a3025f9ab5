import { expect, test } from 'vitest';
import type { StandaloneInput } from '#domain/stored-files.ts';
import {
  makeCompany,
  makeDownload,
  makeFile,
  makePerson,
  makeProject,
  makeSubmission,
  type Person,
} from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const PDF = Buffer.from('%PDF-1.4\nA report\n%%EOF\n');
const site = runSite();

type About = Partial<Record<keyof StandaloneInput, string>>;

/** Uploads a file of no submission in one request. */
function upload({ cookie }: Person, about: About, bytes = PDF, filename = 'Report.pdf') {
  const metadata = Object.entries({ ...about, filename }).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  );
  return site.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: {
      cookie,
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': metadata.join(','),
      'content-type': 'application/offset+octet-stream',
    },
    payload: bytes,
  });
}

async function makeWorld() {
  const { ctx } = site;
  const [company, elsewhere] = [await makeCompany(ctx), await makeCompany(ctx)];
  return {
    company,
    client: await makePerson(ctx, 'client', { companyId: company.id }),
    stranger: await makePerson(ctx, 'client', { companyId: elsewhere.id }),
    manager: await makePerson(ctx, 'project_manager'),
  };
}

test('a document for a company is found by its clients, and by nobody else', async () => {
  const { company, client, stranger, manager } = await makeWorld();
  const about = {
    companyId: company.id,
    category: 'reports',
    recordedDate: '2020-02-29',
    description: 'Soil, Größe A4',
  };
  expect((await upload(manager, about)).statusCode).toBe(201);
  const { files } = await site.as(client).storedFiles.ofCompany();
  expect(files).toMatchObject([
    {
      fileName: 'Report.pdf',
      fileSize: PDF.length,
      category: 'reports',
      recordedDate: '2020-02-29',
      description: 'Soil, Größe A4',
    },
  ]);
  const url = files[0]?.originalUrl ?? '';
  const sent = await site.inject({ url, headers: { cookie: client.cookie } });
  expect(sent.rawPayload).toEqual(PDF);
  const refused = await site.inject({ url, headers: { cookie: stranger.cookie } });
  expect(refused.statusCode).toBe(404);
  expect(await site.as(stranger).storedFiles.ofCompany()).toEqual({ files: [] });

  // A right that is taken back ends the address.
  await site.change('update files set company_id = null where id = $1', files[0]?.id);
  const gone = await site.inject({ url, headers: { cookie: client.cookie } });
  expect(gone.statusCode).toBe(404);
});

test('a company gets the same file once, another gets it too', async () => {
  const { company, stranger, manager } = await makeWorld();
  const about = { companyId: company.id, category: 'documents' };
  await upload(manager, about);
  await upload(manager, about, PDF, 'Again.pdf');
  const { companyId } = stranger.viewer as { companyId: string };
  await upload(manager, { ...about, companyId }, PDF, 'Other.pdf');
  const { uploads } = await site.as(manager).uploads.listStandalone();
  const states = uploads.map(({ fileName, state }) => [fileName, state]);
  expect(states.slice(-3)).toEqual([
    ['Report.pdf', 'stored'],
    ['Again.pdf', 'duplicate'],
    ['Other.pdf', 'stored'],
  ]);
});

test.each([
  ['a recording date to come', { category: 'reports', recordedDate: '2999-01-01' }],
  ['a category that there is not', { category: 'drawings' }],
  ['neither category nor submission', {}],
])('a file is refused before its bytes for %s', async (_what, about) => {
  const { manager } = await makeWorld();
  const answer = await upload(manager, about);
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_INPUT']);
});

test('the list has the files of submissions too, finds them by project, sorts and counts', async () => {
  const { ctx } = site;
  const { company, manager } = await makeWorld();
  const project = await makeProject(ctx, company.id, { name: `Harbor ${company.companyCode}` });
  const week = await makeSubmission(ctx, project.id, { published: true, title: 'Week 4' });
  const photo = await makeFile(ctx, week, { companyId: company.id });
  const film = { kind: 'video', fileType: 'video/mp4', fileName: 'a.mp4' } as const;
  await makeFile(ctx, week, { ...film, bytes: Buffer.alloc(9), companyId: company.id });
  const client = site.as(manager);
  const before = (await client.storedFiles.list({})).counts;
  await upload(manager, { category: 'other' }, Buffer.from('%PDF-1.4 alone %%EOF'), 'z.pdf');

  const all = await client.storedFiles.list({});
  expect(all.counts).toEqual({ ...before, total: before.total + 1, bytes: before.bytes + 20 });
  expect(before).toMatchObject({ videos: 1, images: 1 });
  expect(all.storedFiles[0]).toMatchObject({
    fileName: 'z.pdf',
    storage: 'Disk',
    submission: null,
    companyName: null,
  });
  const query = { search: project.name, sort: 'size', order: 'descending' } as const;
  const found = await client.storedFiles.list(query);
  expect(found.found).toBe(2);
  expect(found.storedFiles.map(({ fileName }) => fileName)).toEqual([photo.fileName, 'a.mp4']);
  expect(found.storedFiles[0]?.submission).toMatchObject({
    title: 'Week 4',
    status: 'published',
    projectName: project.name,
  });
});

test('before a file is deleted it is said where it is and how many people downloaded it', async () => {
  const { ctx } = site;
  const { company, client, manager } = await makeWorld();
  const project = await makeProject(ctx, company.id);
  const week = await makeSubmission(ctx, project.id, { published: true, title: 'Week 4' });
  const { id } = await makeFile(ctx, week);
  const asked = () => site.as(manager).storedFiles.consequences({ id });
  await makeDownload(ctx, client, { projectId: project.id });
  expect(await asked()).toMatchObject({ downloadedBy: 0 });
  await ctx.db.pool.query('update downloads set started_at = now() where project_id = $1', [
    project.id,
  ]);
  expect(await asked()).toMatchObject({
    submission: { title: 'Week 4', status: 'published' },
    downloadedBy: 1,
  });
});
