import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { EventOf } from '#domain/events.ts';
import { AppError } from '#domain/errors.ts';
import {
  switchesOf,
  type ShareLink,
  type ShareLinkChange,
  type ShareLinkInput,
  type ShareLinkList,
  type ShareLinkQuery,
} from '#domain/share-links.ts';
import { isProjectVisible } from '#server/projects/service.ts';
import { changedFields } from '#server/platform/changed-fields.ts';
import type { Context } from '#server/platform/context.ts';
import { createCipher, hashToken } from '#server/platform/crypto.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { presentShareLink } from './present.ts';
import {
  countShareLinks,
  deactivateLinksTo,
  deleteShareLink,
  findShareLink,
  insertShareLink,
  listShareLinks,
  updateShareLink,
  type ShareLinkRow,
  countSubmissionsOf,
} from './queries.ts';

/** One submission of the project, several of them, or all if both are null. */
type Scope = { submissionId: string | null; submissionIds: string[] | null };
type ScopeInput = { [Name in keyof Scope]?: Scope[Name] | undefined };

const ALL: Scope = { submissionId: null, submissionIds: null };

/** Returns null if neither is set. Throws INVALID_INPUT if both are. */
function scopeOf({ submissionId, submissionIds }: ScopeInput): Scope | null {
  if (submissionId === undefined && submissionIds === undefined) return null;
  if (submissionId && submissionIds) {
    throw new AppError('INVALID_INPUT', 'Choose either one submission or a list of submissions.');
  }
  return { submissionId: submissionId ?? null, submissionIds: submissionIds ?? null };
}

async function assertInProject(
  tx: Tx,
  projectId: string,
  { submissionId, submissionIds }: ScopeInput,
): Promise<void> {
  const ids = submissionId ? [submissionId] : (submissionIds ?? []);
  if (ids.length > 0 && (await countSubmissionsOf(tx, projectId, ids)) < ids.length) {
    throw new AppError('SUBMISSION_NOT_FOUND');
  }
}

function changesOf(
  {
    expiresAt,
    embedSites,
    ...change
  }: Omit<z.output<typeof ShareLinkChange>, 'password' | 'isActive'>,
  before: ShareLinkRow,
) {
  const isSame = (a: unknown, b: unknown) => String(a) === String(b);
  const scope = scopeOf(change);
  return {
    ...change,
    submissionId: scope?.submissionId,
    submissionIds: isSame(scope?.submissionIds, before.submissionIds)
      ? undefined
      : scope?.submissionIds,
    expiresAt:
      expiresAt === (before.expiresAt?.toISOString() ?? null) ? undefined : dateOf(expiresAt),
    embedSites: isSame(embedSites, before.embedSites) ? undefined : embedSites,
  };
}

const dateOf = (instant: string | null | undefined): Date | null | undefined =>
  typeof instant === 'string' ? new Date(instant) : instant;

function assertInFuture({ clock }: Pick<Context, 'clock'>, expiresAt: Date | null | undefined) {
  if (expiresAt && expiresAt <= clock()) {
    throw new AppError('INVALID_INPUT', 'The expiration date must be in the future.');
  }
}

type Owner = { viewer: Viewer; origin: string };

const TOKEN_BYTES = 32;

export const shareLinksFor = (
  ctx: Context,
  { viewer, origin }: Owner,
  query: z.output<typeof ShareLinkQuery>,
): Promise<ShareLinkList> =>
  ctx.db.as(viewer, async (tx) => ({
    shareLinks: (await listShareLinks(tx, query)).map(presenter(ctx, origin)),
    ...(await countShareLinks(tx, query)),
  }));

/** SHARE_NOT_ALLOWED, SUBMISSION_NOT_FOUND, INVALID_INPUT for a past expiration date. */
export const createShareLink = async (
  ctx: Context,
  { viewer, origin }: Owner,
  input: z.output<typeof ShareLinkInput>,
) => {
  // Before the transaction, because hashing is slow by design.
  const passwordHash = input.password ? await ctx.auth.hashPassword(input.password) : null;
  return ctx.db.as(viewer, async (tx) => {
    const { projectId, expiresAt } = input;
    const createdBy = profileOf(viewer);
    if (!createdBy || !(await isProjectVisible(tx, projectId)))
      throw new AppError('SHARE_NOT_ALLOWED');
    const scope = scopeOf(input) ?? ALL;
    await assertInProject(tx, projectId, scope);
    const expires = dateOf(expiresAt) ?? null;
    assertInFuture(ctx, expires);
    const { embedSites } = input;
    const switches = switchesOf(input);
    const { id } = await insertShareLink(tx, {
      projectId,
      ...scope,
      createdBy,
      createdAt: ctx.clock(),
      title: input.title,
      description: input.description,
      expiresAt: expires,
      ...switches,
      passwordHash,
      embedSites,
      ...newToken(ctx),
    });
    const hasPassword = passwordHash !== null;
    const detail = { ...scope, expiresAt: expires, ...switches, hasPassword, embedSites };
    const of = { id, projectId, createdBy };
    await ctx.record(tx, { type: 'share-link.created', ...of, detail: { projectId, ...detail } });
    const row = await byId(tx, id);
    return presenter(ctx, origin)(row);
  });
};

/** SHARE_LINK_NOT_FOUND, SUBMISSION_NOT_FOUND, INVALID_INPUT for a past expiration date. */
export const changeShareLink = async (
  ctx: Context,
  { viewer, origin }: Owner,
  id: string,
  { isActive, password, ...change }: z.output<typeof ShareLinkChange>,
) => {
  const passwordHash = password ? await ctx.auth.hashPassword(password) : password;
  return ctx.db.as(viewer, async (tx) => {
    const before = await byId(tx, id);
    const changes = { ...changesOf(change, before), passwordHash };
    assertInFuture(ctx, changes.expiresAt);
    await assertInProject(tx, before.projectId, changes);
    const made = changedFields(before, changes, ['title', 'description', 'passwordHash']);
    if (made) {
      await updateShareLink(tx, id, changes);
      await ctx.record(tx, { type: 'share-link.changed', ...before, detail: made });
    }
    if (isActive !== undefined && isActive !== before.isActive) {
      await updateShareLink(tx, id, { isActive });
      const type = isActive ? 'share-link.enabled' : 'share-link.disabled';
      await ctx.record(tx, { type, ...before });
    }
    return presenter(ctx, origin)(await byId(tx, id));
  });
};

export const removeShareLink = (ctx: Context, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, async (tx) => {
    const removed = await deleteShareLink(tx, id);
    if (!removed) throw new AppError('SHARE_LINK_NOT_FOUND');
    const detail = { projectId: removed.projectId };
    await ctx.record(tx, { type: 'share-link.deleted', ...removed, detail });
    return { id };
  });

async function byId(tx: Tx, id: string): Promise<ShareLinkRow> {
  const row = await findShareLink(tx, id);
  if (!row) throw new AppError('SHARE_LINK_NOT_FOUND');
  return row;
}

const cipherOf = ({ config }: Pick<Context, 'config'>) =>
  createCipher(config.secretKey, 'share-link-token');

const newToken = (ctx: Pick<Context, 'config'>) =>
  sealToken(ctx, randomBytes(TOKEN_BYTES).toString('base64url'));

export function sealToken(ctx: Pick<Context, 'config'>, token: string) {
  const tokenHash = hashToken(token);
  return { tokenHash, tokenEncrypted: cipherOf(ctx).encrypt(token, tokenHash) };
}

/** Returns null if the token was encrypted with a different SECRET_KEY. */
export const openToken = (
  ctx: Pick<Context, 'config'>,
  { tokenHash, tokenEncrypted }: { tokenHash: string; tokenEncrypted: string },
): string | null => cipherOf(ctx).decrypt(tokenEncrypted, tokenHash);

function presenter(ctx: Pick<Context, 'config'>, origin: string) {
  const cipher = cipherOf(ctx);
  return (row: ShareLinkRow): ShareLink => {
    const token = cipher.decrypt(row.tokenEncrypted, row.tokenHash);
    return presentShareLink(row, token ? `${origin}/shared/${token}` : '');
  };
}

/** Disables links to only this submission, because it moves to another project. */
export async function disableLinksTo(_: unknown, tx: Tx, { id }: EventOf<'submission.moved'>) {
  const { numUpdatedRows } = await deactivateLinksTo(tx, id);
  return { linksDisabled: Number(numUpdatedRows) };
}
