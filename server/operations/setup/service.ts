import { join } from 'node:path';
import type { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import { isTypedName } from '#domain/projects.ts';
import type { FirstAdmin, Setup, SampleRemoval, SetupStep } from '#domain/setup.ts';
import { SETUP_STEPS } from '#domain/setup.ts';
import type { Config } from '#server/config.ts';
import { makeBackup } from '#server/operations/backups/service.ts';
import { createPersonIn } from '#server/people/accounts/service.ts';
import { hasActiveStaff } from '#server/people/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import {
  countSample,
  deleteSample,
  findSampleBackup,
  hasSampleRows,
  isChecklistOver,
  lockFirstAdmin,
  lockSample,
  lockSampleContent,
  readProgress,
  releaseSampleAddresses,
} from './queries.ts';
import { isSetupSecret, newSetupSecret } from './secret.ts';

type NewAdmin = z.output<typeof FirstAdmin>;

const SYSTEM = { kind: 'system' } as const;

/** Whether the database contains the sample site, perhaps unfinished. */
export const isSampleSite = hasSampleRows;

/** The page on which the first admin is created; null if there is staff. The secret follows '#', so it's never logged. */
export const setupUrl = async (ctx: Context, origin: string): Promise<string | null> =>
  (await ctx.db.as(SYSTEM, hasActiveStaff))
    ? null
    : `${origin}/setup#${newSetupSecret(ctx.config.secretKey)}`;

/** SETUP_LINK_NOT_VALID, SETUP_DONE, RATE_LIMITED. */
export async function openSetup(ctx: Context, secret: string, ipAddress: string) {
  if (!isSetupSecret(ctx.config.secretKey, secret)) {
    await ctx.auth.limits.wrongSetupSecret(ipAddress);
    throw new AppError('SETUP_LINK_NOT_VALID');
  }
  await ctx.db.as(SYSTEM, assertNoStaff);
  return { isOpen: true as const };
}

async function assertNoStaff(tx: Tx) {
  if (await hasActiveStaff(tx)) throw new AppError('SETUP_DONE');
}

/** Errors as in `openSetup`, and ALREADY_REGISTERED. */
export async function createFirstAdmin(
  ctx: Context,
  { secret, ...admin }: NewAdmin & { secret: string },
  ipAddress: string,
): Promise<{ email: string }> {
  await openSetup(ctx, secret, ipAddress);
  const account = await hashed(ctx, admin);
  await ctx.db.as(SYSTEM, async (tx) => {
    await lockFirstAdmin(tx);
    await assertNoStaff(tx);
    await createAdmin(ctx, tx, account);
  });
  return { email: admin.email };
}

type HashedAdmin = Omit<NewAdmin, 'password'> & { passwordHash: string };

const hashed = async (ctx: Context, { password, ...person }: NewAdmin): Promise<HashedAdmin> => ({
  ...person,
  passwordHash: await ctx.auth.hashPassword(password),
});

/** Verified: the person who sets up the site runs it, and there may be no mail server yet. */
const createAdmin = (ctx: Context, tx: Tx, account: HashedAdmin) =>
  createPersonIn(ctx, tx, { ...account, role: 'admin', companyId: null, emailVerified: true });

/**
 * Backs up everything and removes the sample site in one transaction; the files follow as background work. A sample
 * account needs `admin`, the account that replaces it. ACCESS_DENIED, SAMPLE_NOT_FOUND, NAME_DOES_NOT_MATCH,
 * BACKUP_FAILED, ALREADY_REGISTERED, INVALID_INPUT.
 */
export async function removeSample(
  ctx: Context,
  viewer: Viewer,
  { typedName, admin }: z.output<typeof SampleRemoval>,
): Promise<{ backup: string }> {
  const sample = await ctx.db.as(viewer, (tx) => countSample(tx, profileOf(viewer)));
  if (!mayRemove(viewer, sample?.isOwnAccount)) throw new AppError('ACCESS_DENIED');
  if (!sample) throw new AppError('SAMPLE_NOT_FOUND');
  if (!isTypedName(typedName, ctx.config.brand.name))
    throw new AppError('NAME_DOES_NOT_MATCH', 'Type the name exactly as shown.');
  if (sample.isOwnAccount && !admin)
    throw new AppError('INVALID_INPUT', 'Enter a name, email and password for your own account.');
  const account = sample.isOwnAccount && admin ? await hashed(ctx, admin) : null;
  const backup = await backUpFirst(ctx);
  // Only the system can create the admin.
  await ctx.db.as(account ? SYSTEM : viewer, async (tx) => {
    if (!(await lockSample(tx))) throw new AppError('SAMPLE_NOT_FOUND');
    await recordRemovals(ctx, tx);
    await releaseSampleAddresses(tx);
    const keeperId = account ? (await createAdmin(ctx, tx, account)).id : viewer.profileId;
    await deleteSample(tx, keeperId);
    const { projects, files } = sample;
    await ctx.record(tx, { type: 'sample.removed', id: null, detail: { projects, files, backup } });
  });
  await ctx.settings.load();
  return { backup };
}

type Staff = Extract<Viewer, { kind: 'staff' }>;

/** Operators only with their sample account, because nobody else but an admin may create an admin. */
const mayRemove = (viewer: Viewer, isOwnAccount = false): viewer is Staff =>
  viewer.kind === 'staff' &&
  (viewer.role === 'admin' || (viewer.role === 'operator' && isOwnAccount));

async function backUpFirst(ctx: Context): Promise<string> {
  try {
    return (await makeBackup(ctx, join(ctx.config.dataDir, 'backups'))).folder;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The backup failed, so nothing was removed: ${reason}`;
    throw new AppError('BACKUP_FAILED', message, { cause: error });
  }
}

/** Queues the removal of bytes, and makes open pages load the projects again. */
async function recordRemovals(ctx: Context, tx: Tx) {
  const { projects, files } = await lockSampleContent(tx);
  for (const { id, name } of projects) {
    await ctx.record(tx, { type: 'project.deleted', id, name, thing: { kind: 'project', id } });
    await ctx.record(tx, { type: 'project.refilled', id });
  }
  for (const { id, name } of files)
    await ctx.record(tx, { type: 'file.deleted', id, name, thing: { kind: 'file', id } });
}

/** For the overview. Records once that all steps were done. */
export async function setupFor(ctx: Context, tx: Tx, viewer: Viewer): Promise<Setup> {
  const counts = await countSample(tx, profileOf(viewer));
  const sample = counts && mayRemove(viewer, counts.isOwnAccount) ? counts : null;
  const isAdmin = viewer.kind === 'staff' && viewer.role === 'admin';
  if (!isAdmin || (await isChecklistOver(tx))) return { sample, sampleBackup: null, steps: [] };
  const steps = await stepsIn(ctx, tx);
  if (steps.every(({ isDone }) => isDone))
    await ctx.record(tx, { type: 'checklist.finished', id: null });
  return { sample, sampleBackup: await findSampleBackup(tx), steps };
}

async function stepsIn(ctx: Context, tx: Tx): Promise<Setup['steps']> {
  const { sentMail, ...progress } = await readProgress(tx);
  const done: Record<SetupStep, boolean> = { ...progress, ...settingsSteps(ctx.config, sentMail) };
  return SETUP_STEPS.map((step) => ({ step, isDone: done[step] }));
}

/** Which settings have been made. */
const settingsSteps = ({ brand, mail, baseMap }: Config, sentMail: boolean) => ({
  brand: brand.name !== 'Overfly' && !brand.email.endsWith('.example'),
  email: mail.smtpUrl !== null && sentMail,
  map: baseMap.baseMap.kind !== 'built_in',
});

/** ACCESS_DENIED. */
export const dismissChecklist = (ctx: Context, viewer: Viewer) =>
  ctx.db.as(viewer, async (tx) => {
    await ctx.record(tx, { type: 'checklist.dismissed', id: null });
    return { isDismissed: true as const };
  });
