import { createHash, randomUUID } from 'node:crypto';
import { findUpload, listUploads } from '#server/files/uploads/queries.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { openSite } from './site.ts';
import { makeCompany, makePerson, makeProject, makeSubmission } from './factories.ts';
import { jpegPhoto } from './fixtures/photos.ts';
import { tusClient } from './tus.ts';

const SYSTEM = { kind: 'system' } as const;

/** The product on a port, a person who may upload, and a submission. */
export async function openUploadActions() {
  const product = await openSite();
  const { ctx, clock } = product;
  const url = await product.app.listen({ host: '127.0.0.1', port: 0 });
  const person = await makePerson(ctx, 'project_manager');
  const company = await makeCompany(ctx);
  const project = await makeProject(ctx, company.id);
  const submission = await makeSubmission(ctx, project.id, { title: 'Week 1' });
  const tus = tusClient(url, person.cookie);

  return {
    site: product,
    ctx,
    clock,
    url,
    person,
    tus,
    close: () => product.close(),
    projectId: project.id,
    submissionId: submission.id,
    /** Creates an upload. Returns its id and URL. */
    async begin(bytes: Buffer) {
      const file = { submissionId: submission.id, name: 'a.jpg', size: bytes.length };
      const location = (await tus.create(file)).headers.get('location') ?? '';
      return { location, id: location.slice(-36), bytes };
    },
    /** Appends bytes without updating the row, as if the process had been killed in between. */
    async arrive(id: string, bytes: Buffer) {
      await ctx.uploads.append(id, asStream(bytes));
    },
    uploadRow: (id: string) => ctx.db.as(SYSTEM, (tx) => findUpload(tx, id)),
    uploadRows: (submissionId: string) => ctx.db.as(SYSTEM, (tx) => listUploads(tx, submissionId)),
    fileRow: (id: string) =>
      ctx.db.as(SYSTEM, (tx) =>
        tx.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst(),
      ),
    /** Names of queued jobs about a file. */
    async waitingJobs(fileId: string) {
      const { rows } = await ctx.db.pool.query<{ name: string }>(
        "select name from pgboss.job where data::text like $1 and state = 'created'",
        [`%${fileId}%`],
      );
      return rows.map(({ name }) => name);
    },
    /** Where an upload's bytes are: 'uploads', 'storage', both, or neither. */
    async whereabouts(id: string) {
      const isArriving = (await ctx.uploads.list()).includes(id);
      const isStored = (await ctx.storage.size(originalKey(id))) !== null;
      return [...(isArriving ? ['uploads'] : []), ...(isStored ? ['storage'] : [])];
    },
  };
}

/** A small photo with unique bytes. */
export const newPhoto = () =>
  jpegPhoto({ width: 320, height: 240, exif: { IFD0: { ImageDescription: randomUUID() } } });

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function* asStream(bytes: Buffer) {
  yield Buffer.from(bytes);
}
