import { AppError } from '#domain/errors.ts';
import { ShareToken, type SharedPage, type SharedSubmissionFiles } from '#domain/share-links.ts';
import { sharedDownloadIn } from '#server/features/downloads/service.ts';
import { sharedFilesIn } from '#server/features/files/service.ts';
import { sharedSubmissionsIn } from '#server/features/submissions/service.ts';
import type { Context } from '#server/platform/context.ts';
import { keyedHash } from '#server/platform/crypto.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { hashToken } from '#server/platform/http/session.ts';
import { presentShare, presentSharedProject, type OpenShareLinkRow } from './present.ts';
import { announce } from './service.ts';
import { countView, findIdByTokenHash, findOpenShareLink } from './queries.ts';

type Needs = Pick<Context, 'db' | 'signer'>;

/** What a link shows. SHARE_LINK_NOT_AVAILABLE when it is unknown, malformed, closed or expired: one answer for all. */
export const openShareLink = (ctx: Needs, token: string): Promise<SharedPage> =>
  asVisitor(ctx, token, (tx, link) => pageIn(tx, ctx, link));

/** All that the page needs at first sight: what the link shows, and the files of its newest submission. */
export const openSharedView = (
  ctx: Needs,
  token: string,
): Promise<{ page: SharedPage; files: SharedSubmissionFiles | null }> =>
  asVisitor(ctx, token, async (tx, link) => {
    const page = await pageIn(tx, ctx, link);
    const newest = page.submissions[0];
    return { page, files: newest ? await filesIn(tx, ctx, link, newest.id) : null };
  });

/** Files of one of its submissions. SHARE_LINK_NOT_AVAILABLE, SUBMISSION_NOT_FOUND. */
export const openSharedFiles = (
  ctx: Needs,
  token: string,
  submissionId: string,
): Promise<SharedSubmissionFiles> =>
  asVisitor(ctx, token, (tx, link) => filesIn(tx, ctx, link, submissionId));

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

/**
 * Finds the link by its token, which only the product may, and goes on as the visitor: from there
 * the policies decide what there is to see.
 */
async function asVisitor<T>(
  { db }: Needs,
  token: string,
  work: (tx: Tx, link: OpenShareLinkRow) => Promise<T>,
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
