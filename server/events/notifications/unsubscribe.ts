import { NotificationKind } from '#domain/notifications.ts';
import type { Signer } from '#server/platform/signed-url.ts';

/** Links in emails work for one to two years. */
const YEAR_MS = 365 * 86_400_000;

const sealed = (personId: string, kinds: string) => `unsubscribe/${personId}/${kinds}`;

/** Anyone with the link can unsubscribe the person without signing in. */
export function unsubscribePath(
  signer: Signer,
  personId: string,
  kinds: readonly NotificationKind[],
): string {
  const joined = kinds.join('+');
  const seal = signer.sign(sealed(personId, joined), YEAR_MS);
  return `/unsubscribe/${personId}/${joined}/${seal}`;
}

export type UnsubscribeParams = { personId: string; kinds: string; seal: string };

/** Returns null if the link is invalid or expired. */
export function kindsOfLink(
  signer: Signer,
  { personId, kinds, seal }: UnsubscribeParams,
): NotificationKind[] | null {
  if (!signer.verify(sealed(personId, kinds), seal)) return null;
  return kinds.split('+').flatMap((kind) => NotificationKind.safeParse(kind).data ?? []);
}
