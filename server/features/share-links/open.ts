import { AppError } from '#domain/errors.ts';
import { ShareToken, type SharedPage, type SharedSubmissionFiles } from '#domain/share-links.ts';
import { sharedDownloadIn } from '#server/features/downloads/service.ts';
import { sharedFilesIn } from '#server/features/files/service.ts';
import { sharedSubmissionsIn } from '#server/features/submissions/service.ts';
import type { Context } from '#server/platform/context.ts';
import { hashToken, keyedHash } from '#server/platform/crypto.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { passCheck } from '#server/platform/http/share-pass.ts';
import { presentShare, presentSharedProject, type OpenShareLinkRow } from './present.ts';
import { announce } from './service.ts';
import { countView, findIdByTokenHash, findOpenShareLink } from './queries.ts';

type Needs = Pick<Context, 'clock' | 'config' | 'db' | 'signer'>;
/** Who opens a link: what stands in its address, and the cookies of the browser. */
export type Visitor = { token: string; cookies: string | undefined };

/**
 * What a link shows. SHARE_LINK_NOT_AVAILABLE when it is unknown, malformed, closed or
 * expired: one answer for all. SHARE_PASSWORD_REQUIRED.
 */
export const openShareLink = (ctx: Needs, visitor: Visitor): Promise<SharedPage> =>
  asVisitor(ctx, visitor, (tx, link) => pageIn(tx, ctx, link));

/** All that the page needs at first sight: what the link shows, and the files of its newest submission. */
export const openSharedView = (
  ctx: Needs,
  visitor: Visitor,
): Promise<{ page: SharedPage; files: SharedSubmissionFiles | null }> =>
  asVisitor(ctx, visitor, async (tx, link) => {
    const page = await pageIn(tx, ctx, link);
    const newest = page.submissions[0];
    return { page, files: newest ? await filesIn(tx, ctx, link, newest.id) : null };
  });

/** Files of one of its submissions. SHARE_LINK_NOT_AVAILABLE, SHARE_PASSWORD_REQUIRED, SUBMISSION_NOT_FOUND. */
export const openSharedFiles = (
  ctx: Needs,
  visitor: Visitor,
  submissionId: string,
): Promise<SharedSubmissionFiles> =>
  asVisitor(ctx, visitor, (tx, link) => filesIn(tx, ctx, link, submissionId));

const pageIn = async (tx: Tx, { signer }: Needs, link: OpenShareLinkRow): Promise<SharedPage> => ({
  ...presentShare(link),
  project: presentSharedProject(link),
  submissions: await sharedSubmissionsIn(tx, signer, link),
});

const filesIn = async (
  tx: Tx,
  { signer }: Needs,
  link: OpenShareLinkRow,
  submissionId: string,
): Promise<SharedSubmissionFiles> => ({
  files: await sharedFilesIn(tx, signer, link, submissionId),
  download: await sharedDownloadIn(tx, signer, link, submissionId),
});

async function asVisitor<T>(
  ctx: Needs,
  { token, cookies }: Visitor,
  work: (tx: Tx, link: OpenShareLinkRow) => Promise<T>,
): Promise<T> {
  const assertUnlocked = passCheck(ctx, cookies);
  return withOpenLink(ctx, token, (tx, link) => {
    assertUnlocked(link);
    return work(tx, link);
  });
}

/**
 * Finds the link by its token, which only the product may, and goes on as the visitor: from there
 * the policies decide what there is to see. SHARE_LINK_NOT_AVAILABLE.
 */
export async function withOpenLink<T>(
  { db }: Pick<Context, 'db'>,
  token: string,
  work: (tx: Tx, link: OpenShareLinkRow) => Promise<T> | T,
): Promise<T> {
  const found = ShareToken.safeParse(token).success
    ? await db.as({ kind: 'system' }, (tx) => findIdByTokenHash(tx, hashToken(token)))
    : undefined;
  if (!found) throw new AppError('SHARE_LINK_NOT_AVAILABLE');
  return db.as({ kind: 'share', shareLinkId: found.id }, async (tx) => {
    const link = await findOpenShareLink(tx, found.id);
    if (!link) throw new AppError('SHARE_LINK_NOT_AVAILABLE');
    return work(tx, link);
  });
}

/**
 * Counts a person's visit, once a visitor and half hour, and tells whoever looks at the counter.
 * Visits of the link's owner (`profileId`) do not count. The address is never stored in clear.
 */
export const countVisit = (
  ctx: Pick<Context, 'config' | 'db' | 'live'>,
  token: string,
  visitor: { address: string; userAgent: string; profileId: string | null },
): Promise<void> =>
  ctx.db.as({ kind: 'system' }, async (tx) => {
    const { address, userAgent, profileId } = visitor;
    const visitorHash = keyedHash(ctx.config.secretKey, 'share-visitor', [address, userAgent]);
    const counted = await countView(tx, { tokenHash: hashToken(token), visitorHash, profileId });
    if (counted) await announce(ctx, tx, counted);
  });
