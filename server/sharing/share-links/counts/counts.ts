import type { FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import type { ShareLook } from '#domain/share-links.ts';
import type { Context } from '#server/platform/context.ts';
import { hashToken, keyedHash } from '#server/platform/crypto.ts';
import { readSession } from '#server/platform/http/cookie.ts';
import { isBrowser, isHumanVisit, referrerSiteOf } from '#server/platform/http/human-visit.ts';
import { asVisitor } from '../open.ts';
import { countLook, countView, deleteVisitorHashes, isVisible } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;
/** A visitor counts once per half hour; hashes are kept for twice that. */
const VISITOR_HASH_MS = 60 * 60_000;

async function visitOf(ctx: Context, request: FastifyRequest, token: string) {
  const session = await readSession(ctx, request);
  if (session?.viewer.kind === 'staff') return null;
  const who = [token, request.ip, request.headers['user-agent'] ?? ''];
  return {
    tokenHash: hashToken(token),
    visitorHash: keyedHash(ctx.config.secretKey, 'share-visitor', who),
    profileId: session?.user.id ?? null,
  };
}

/** Counts one view per visitor and half hour, except views by staff and the link's creator. Never rejects. */
export async function countPageView(ctx: Context, request: FastifyRequest, token: string) {
  if (!isHumanVisit(request)) return;
  try {
    const visit = await visitOf(ctx, request, token);
    if (!visit) return;
    const referrerSite = referrerSiteOf(request);
    await ctx.db.as(SYSTEM, async (tx) => {
      const counted = await countView(tx, { ...visit, referrerSite });
      if (!counted) return;
      const type = counted.viewCount > 1 ? 'share-link.viewed' : 'share-link.first-viewed';
      await ctx.record(tx, { type, ...counted });
    });
  } catch (error) {
    ctx.log.error({ err: error }, 'failed to count a share link view');
  }
}

/** Throws SHARE_LINK_NOT_AVAILABLE, SHARE_PASSWORD_REQUIRED, or FILE_NOT_FOUND if the link doesn't show the item. */
export async function countInteraction(
  ctx: Context,
  request: FastifyRequest,
  { token, ...look }: ShareLook & { token: string },
): Promise<Record<string, never>> {
  const visitor = { token, cookies: request.headers.cookie };
  await asVisitor(ctx, visitor, async (tx) => {
    if (!(await isVisible(tx, look))) throw new AppError('FILE_NOT_FOUND');
  });
  const visit = isBrowser(request) ? await visitOf(ctx, request, token) : null;
  if (visit) await ctx.db.as(SYSTEM, (tx) => countLook(tx, visit, look));
  return {};
}

export const sweepVisitors = (ctx: Pick<Context, 'db' | 'clock'>): Promise<void> =>
  ctx.db.as(SYSTEM, (tx) =>
    deleteVisitorHashes(tx, new Date(ctx.clock().getTime() - VISITOR_HASH_MS)),
  );
