import { input, none, type Prepare } from './attempt.ts';
import type { World } from './world.ts';

/** Sets a folder for backups, which holds one. */
async function makeBackupRun({ ctx }: World): Promise<string> {
  ctx.config.backups = {
    place: { kind: 'folder', folder: '/backups' },
    time: '02:00',
    timeZone: 'UTC',
    keep: 7,
  };
  await ctx.db.owner.deleteFrom('backupRuns').execute();
  const { id } = await ctx.db.owner
    .insertInto('backupRuns')
    .values({
      task: 'make',
      state: 'ready',
      place: '/backups',
      name: '2026-11-28T02-00-00Z',
      createdAt: new Date(),
      endedAt: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const ARCHIVE_REQUESTS: Record<string, Prepare> = {
  'backups.list': none,
  'backups.make': async (world) => {
    await makeBackupRun(world);
    return input({});
  },
  'backups.verify': async (world) => input({ id: await makeBackupRun(world) }),
  'exports.make': ({ company }) => input({ companyId: company.id }),
};
