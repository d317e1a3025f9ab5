import { expect, test } from 'vitest';
import { PAGE_ROWS } from '#domain/pages.ts';
import { MAX_FOUND, type StandaloneInput } from '#domain/stored-files.ts';
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
import { mergeFigures } from './queries.ts';

const PDF = Buffer.from('%PDF-1.4\nA report\n%%EOF\n');
const site = runSite();

type About = Partial<Record<keyof StandaloneInput, string>>;

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

test("only a company's clients find its document", async () => {
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

  // The URL stops working when access is revoked.
  await site.change('update files set company_id = null where id = $1', files[0]?.id);
  const gone = await site.inject({ url, headers: { cookie: client.cookie } });
  expect(gone.statusCode).toBe(404);
});

test('a file is stored once per company, and again for another company', async () => {
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
  ['a future recording date', { category: 'reports', recordedDate: '2999-01-01' }],
  ['an unknown category', { category: 'drawings' }],
  ['neither category nor submission', {}],
])('an upload is refused before its bytes are sent: %s', async (_what, about) => {
  const { manager } = await makeWorld();
  const answer = await upload(manager, about);
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_INPUT']);
});

test('the list includes submission files, and can be filtered, sorted and counted', async () => {
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

test("the confirmation to delete a file shows where it's used and how many people downloaded it", async () => {
  const { ctx } = site;
  const { company, client, manager } = await makeWorld();
  const project = await makeProject(ctx, company.id);
  const week = await makeSubmission(ctx, project.id, { published: true, title: 'Week 4' });
  const { id } = await makeFile(ctx, week);
  const consequences = () => site.as(manager).storedFiles.consequences({ id });
  await makeDownload(ctx, client, { projectId: project.id });
  expect(await consequences()).toMatchObject({ downloadedBy: 0 });
  await site.change('update downloads set started_at = now() where project_id = $1', project.id);
  expect(await consequences()).toMatchObject({
    submission: { title: 'Week 4', status: 'published' },
    downloadedBy: 1,
  });
});

test('search finds text in any field, script and case, but nothing deleted', async () => {
  const { ctx } = site;
  const { manager } = await makeWorld();
  const company = await makeCompany(ctx, { companyName: 'Straße & Söhne' });
  const project = await makeProject(ctx, company.id, { name: 'Ærø 100% Ferry' });
  const week = await makeSubmission(ctx, project.id, { title: 'Κτίριο 7' });
  const place = { companyId: company.id, description: 'Zoning_map, Ωmega' };
  const { id } = await makeFile(ctx, week, { ...place, fileName: 'ŽIŽKOV.JPG' });
  const foundBy = async (search: string) => {
    const { storedFiles, found } = await site.as(manager).storedFiles.list({ search });
    expect(found).toBe(storedFiles.length);
    return storedFiles.map((file) => file.id);
  };
  const texts = ['žižkov.jpg', 'zoning_MAP', 'ωMEGA', 'κτίριο', 'ærø 100%', 'STRASSE', 'sÖHNE'];
  const found = await Promise.all(texts.map(foundBy));
  expect(texts.filter((_text, index) => found[index]?.includes(id))).toEqual(
    texts.filter((text) => text !== 'STRASSE'),
  );
  // Wildcards and line breaks are matched literally, and a search text doesn't match across fields.
  for (const text of ['zoning%map', 'zoningxmap', 'jpg\nzoning x', 'jpgzoning', 'z\\']) {
    expect(await foundBy(text)).toEqual([]);
  }
  await site.as(manager).files.remove({ id });
  expect(await foundBy('žižkov')).toEqual([]);
});

test('a very broad search shows the first matches and that there are more', async () => {
  const { ctx } = site;
  const { company, manager } = await makeWorld();
  const project = await makeProject(ctx, company.id, { name: 'Quarry' });
  const week = await makeSubmission(ctx, project.id, { title: 'Quarry from above' });
  const { id } = await makeFile(ctx, week, { fileName: 'quarry.JPG' });
  await ctx.db.pool.query(
    `insert into files (submission_id, project_id, file_name, file_path, file_type, file_size, kind, state, sha256, crc32)
     select submission_id, project_id, 'q' || n || '.pdf', file_path || n, 'application/pdf', 1e9 + n, 'document', 'ready',
       encode(sha256(n::text::bytea), 'hex'), 1
     from files, generate_series(1, $2) n where id = $1`,
    [id, MAX_FOUND + 4],
  );
  const search = (page: number, order: 'ascending' | 'descending') =>
    site.as(manager).storedFiles.list({ search: 'QUARRY', sort: 'size', order, page });
  const first = await search(0, 'descending');
  expect(first).toMatchObject({ found: MAX_FOUND, foundMore: true });
  expect(first.storedFiles.map(({ fileName }) => fileName).slice(0, 2)).toEqual([
    `q${MAX_FOUND + 4}.pdf`,
    `q${MAX_FOUND + 3}.pdf`,
  ]);
  const last = await search(MAX_FOUND / PAGE_ROWS - 1, 'ascending');
  expect(last.storedFiles.at(-1)?.fileName).toBe(`q${MAX_FOUND - 1}.pdf`);
  expect((await search(0, 'ascending')).storedFiles[0]?.fileName).toBe('quarry.JPG');
  const one = await site.as(manager).storedFiles.list({ search: `q${MAX_FOUND}.pdf` });
  expect(one).toMatchObject({ found: 1, foundMore: false });
  await site.change('delete from files where submission_id = $1 and id <> $2', week.id, id);
});

test('the totals match the existing files after every change', async () => {
  const { ctx, rows } = site;
  const { company, manager } = await makeWorld();
  const project = await makeProject(ctx, company.id);
  const week = await makeSubmission(ctx, project.id);
  const [kept, other, gone] = await Promise.all([1, 2, 3].map(() => makeFile(ctx, week)));
  const client = site.as(manager);
  const counted = async () => {
    const files = await rows
      .selectFrom('files')
      .where('deletedAt', 'is', null)
      .select(['fileType', 'fileSize'])
      .execute();
    const of = (media: string) => files.filter(({ fileType }) => fileType.startsWith(media)).length;
    const bytes = files.reduce((sum, { fileSize }) => sum + fileSize, 0);
    return { total: files.length, videos: of('video/'), images: of('image/'), bytes };
  };
  const expectTrue = async () =>
    expect((await client.storedFiles.list({})).counts).toEqual(await counted());
  await client.files.remove({ id: kept?.id ?? '' });
  await expectTrue();
  await client.bin.restore({ kind: 'file', id: kept?.id ?? '' });
  await site.change(`update files set file_type = 'video/mp4' where id = $1`, other?.id);
  await site.change('delete from files where id = $1', gone?.id);
  await expectTrue();
  await site.change(
    `insert into file_figures (media, files, bytes)
     select 'image', sign, sign * 7 from generate_series(1, 600), (values (1), (-1)) signs (sign)`,
  );
  await ctx.db.as({ kind: 'system' }, mergeFigures);
  await expectTrue();
  const { length } = await rows.selectFrom('fileFigures').select('id').execute();
  expect(length).toBeLessThan(10);
});
