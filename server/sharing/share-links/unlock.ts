import { AppError } from '#domain/errors.ts';
import { matchesPassword } from '#server/platform/auth/passwords.ts';
import type { Context } from '#server/platform/context.ts';
import type { ProtectedLink } from '#server/platform/http/share-pass.ts';
import { attempt, createLimits } from '#server/platform/limit/limit.ts';
import { networkOf } from '#server/platform/limit/network.ts';

const WINDOW_SECONDS = 15 * 60;

export function createPasswordCheck(ctx: Pick<Context, 'config' | 'db'>) {
  const limit = createLimits(ctx);
  const fromNetworkAtLink = limit('link-password-pair', 20, WINDOW_SECONDS);
  const fromNetwork = limit('link-password-network', 100, WINDOW_SECONDS);
  const ofLink = limit('link-password', 200, WINDOW_SECONDS);

  /** Throws SHARE_PASSWORD_WRONG or RATE_LIMITED. */
  return async (link: ProtectedLink, password: string, address: string): Promise<void> => {
    if (link.passwordHash === null) return;
    const network = networkOf(address);
    const own = fromNetworkAtLink.of(link.id, network);
    const guess = await attempt(own, fromNetwork.of(network), ofLink.of(link.id));
    const isRight = await matchesPassword(link.passwordHash, password);
    if (!isRight) throw new AppError('SHARE_PASSWORD_WRONG');
    await guess.takeBack();
  };
}
