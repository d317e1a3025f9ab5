import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { SCHEMA } from '#server/context.ts';
import { openServer } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { restoreRows } from '#server/platform/db/tables.ts';
import { readRowFile, readRowHeader } from '#server/platform/row-file.ts';
import { createServerDatabase, testLog } from '#test/database.ts';
import { signInAs } from '#test/factories.ts';
import { openSite } from '#test/site.ts';

const ROOT = join(import.meta.dirname, '../../..');
const VERSIONS = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').matchAll(
  /^## \[(\d+\.\d+\.\d+)\]/gm,
);

/** Sites saved by test/programs/save-version.ts, one per version. */
test.each([...VERSIONS].map(([, version]) => version))(
  'a site of version %s is upgraded with all its data',
  async (version) => {
    const kept = join(ROOT, 'test/fixtures/versions', `${version}.json`);
    const { schema } = z.object({ schema: z.string() }).parse(await readRowHeader(kept));
    const { url, drop } = await createServerDatabase();
    const db = openServer(url, testLog);
    expect((await migrate(db, SCHEMA, schema)).at(-1)).toBe(schema);
    await restoreRows(db, readRowFile(kept));
    await migrate(db, SCHEMA);

    const site = await openSite({ db });
    const as = async (email: string) => site.as({ cookie: await signInAs(site.ctx, email) });
    const [admin, client] = [await as('admin@kept.example'), await as('client@kept.example')];
    const { projects } = await client.projects.list({});
    expect(projects).toMatchObject([{ name: 'Kept Project', submissionCount: 1 }]);
    const { submissions } = await client.submissions.listPublished({
      projectId: projects[0]?.id ?? '',
    });
    expect(submissions).toMatchObject([{ title: 'Kept Week', fileCount: 1 }]);
    const { shareLinks } = await admin.shareLinks.list({});
    const token = shareLinks[0]?.url?.split('/').at(-1) ?? '';
    expect(await site.as().shareLinks.open({ token })).toMatchObject({
      project: { name: 'Kept Project' },
    });
    const messages = await admin.formSubmissions.list({});
    expect(JSON.stringify(messages)).toContain('A kept message');
    // Entries that are older than the chain were added to it.
    const { rows } = await db.pool.query<{ count: string }>('select count(*) from audit_chain');
    expect(await admin.audit.check()).toMatchObject({
      entries: Number(rows[0]?.count),
      breaks: [],
    });
    expect(Number(rows[0]?.count)).toBeGreaterThan(3);
    await site.close();
    await drop();
  },
);
