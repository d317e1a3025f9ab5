import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import {
  switchesOf,
  type ShareLink,
  type ShareLinkChange,
  type ShareLinkInput,
} from '#domain/share-links.ts';
import { isProjectVisible } from '#server/features/projects/service.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { createCipher, hashToken } from '#server/platform/crypto.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { presentShareLink } from './present.ts';
import {
  deactivateLinksTo,
  deleteShareLink,
  findShareLink,
  insertShareLink,
  isSubmissionOf,
  listShareLinks,
  updateShareLink,
  type ShareLinkRow,
} from './queries.ts';

/** `origin` is what addresses begin with, e.g. https://photos.example. */
type Owner = { viewer: Viewer; origin: string };

const TOKEN_BYTES = 32;

/** The links this person manages: staff all, others their own. Newest first. */
export const shareLinksFor = (ctx: Context, { viewer, origin }: Owner): Promise<ShareLink[]> =>
  ctx.db.as(viewer, async (tx) => {
    const present = presenter(ctx, origin);
    return (await listShareLinks(tx)).map(present);
  });

/**
 * Creates an open link to a project, or to one submission of it, that the viewer sees.
 * SHARE_NOT_ALLOWED, SUBMISSION_NOT_FOUND, INVALID_INPUT when it would have expired already.
 */
export const createShareLink = async (
  ctx: Context,
  { viewer, origin }: Owner,
  input: z.output<typeof ShareLinkInput>,
) => {
  // Outside the transaction: it takes as long as it is meant to.
  const passwordHash = input.password ? await ctx.auth.hashPassword(input.password) : null;
  return ctx.db.as(viewer, async (tx) => {
    const { projectId, submissionId = null, expiresAt } = input;
    const createdBy = profileOf(viewer);
    if (!createdBy || !(await isProjectVisible(tx, projectId)))
      throw new AppError('SHARE_NOT_ALLOWED');
    if (submissionId && !(await isSubmissionOf(tx, projectId, submissionId))) {
      throw new AppError('SUBMISSION_NOT_FOUND');
    }
    const expires = expiresAt ? new Date(expiresAt) : null;
    if (expires && expires <= ctx.clock()) {
      throw new AppError('INVALID_INPUT', 'The expiration date must be in the future.');
    }
    const switches = switchesOf(input);
    const { id } = await insertShareLink(tx, {
      projectId,
      submissionId,
      createdBy,
      createdAt: ctx.clock(),
      title: input.title,
      description: input.description,
      expiresAt: expires,
      ...switches,
      passwordHash,
      ...newToken(ctx),
    });
    const hasPassword = passwordHash !== null;
    const detail = { submissionId, expiresAt: expires, ...switches, hasPassword };
    await audit(tx, 'share-link.created', { type: 'share-link', id }, { projectId, ...detail });
    const row = await byId(tx, id);
    await announce(ctx, tx, row);
    return presenter(ctx, origin)(row);
  });
};

/** Opens or closes a link; what is already so stays so. SHARE_LINK_NOT_FOUND. */
export const changeShareLink = (
  ctx: Context,
  { viewer, origin }: Owner,
  id: string,
  { isActive }: z.output<typeof ShareLinkChange>,
) =>
  ctx.db.as(viewer, async (tx) => {
    const present = presenter(ctx, origin);
    const before = await byId(tx, id);
    if (before.isActive === isActive) return present(before);
    await updateShareLink(tx, id, { isActive });
    const action = isActive ? 'share-link.enabled' : 'share-link.disabled';
    await audit(tx, action, { type: 'share-link', id });
    const row = await byId(tx, id);
    await announce(ctx, tx, row);
    return present(row);
  });

export const removeShareLink = (ctx: Context, viewer: Viewer, id: string) =>
  ctx.db.as(viewer, async (tx) => {
    const removed = await deleteShareLink(tx, id);
    if (!removed) throw new AppError('SHARE_LINK_NOT_FOUND');
    const { projectId } = removed;
    await audit(tx, 'share-link.deleted', { type: 'share-link', id }, { projectId });
    await announce(ctx, tx, removed);
    return { id };
  });

/** Tells staff and the link's owner, who alone among clients knows of it. */
export const announce = (
  { live }: Pick<Context, 'live'>,
  tx: Tx,
  { id, projectId, createdBy }: Pick<ShareLinkRow, 'id' | 'projectId' | 'createdBy'>,
) =>
  live.publish(
    tx,
    { type: 'share-link.changed', projectId, shareLinkId: id },
    { companyId: null, profileIds: [createdBy] },
  );

async function byId(tx: Tx, id: string): Promise<ShareLinkRow> {
  const row = await findShareLink(tx, id);
  if (!row) throw new AppError('SHARE_LINK_NOT_FOUND');
  return row;
}

const cipherOf = ({ config }: Pick<Context, 'config'>) =>
  createCipher(config.secretKey, 'share-link-token');

function newToken(ctx: Pick<Context, 'config'>) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const tokenHash = hashToken(token);
  return { tokenHash, tokenEncrypted: cipherOf(ctx).encrypt(token, tokenHash) };
}

function presenter(ctx: Pick<Context, 'config'>, origin: string) {
  const cipher = cipherOf(ctx);
  return (row: ShareLinkRow): ShareLink => {
    const token = cipher.decrypt(row.tokenEncrypted, row.tokenHash);
    return presentShareLink(row, token ? `${origin}/shared/${token}` : '');
  };
}

/** Disables the links to one submission alone, which is leaving their project. Answers how many. */
export const closeLinksTo = async (tx: Tx, submissionId: string): Promise<number> =>
  Number((await deactivateLinksTo(tx, submissionId)).numUpdatedRows);
