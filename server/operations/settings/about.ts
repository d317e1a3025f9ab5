import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import type { About } from '#domain/settings.ts';
import { readHealth } from '#server/operations/health/service.ts';
import type { Context } from '#server/platform/context.ts';

const LICENSES = join(import.meta.dirname, '../../../docs/licenses.md');

export async function readAbout(ctx: Context): Promise<z.infer<typeof About>> {
  const { version, database, storage } = await readHealth(ctx);
  const [, ...parts] = (await readFile(LICENSES, 'utf8')).split(/^## /m);
  return {
    version,
    nodeVersion: process.versions.node,
    database: database.detail,
    storage: `${ctx.config.s3 ? 'S3 bucket' : 'Folder'}, ${storage.detail}`,
    startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    licenses: parts.map((part) => {
      const [name = '', , packages = ''] = part.split('\n');
      return { name, packages: packages.replaceAll('`', '').replaceAll(' ', ', ') };
    }),
  };
}
