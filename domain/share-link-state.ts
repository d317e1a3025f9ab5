/** Whether a link opens: a disabled one does not, whatever its expiration. */
export const SHARE_LINK_STATES = ['active', 'expired', 'disabled'] as const;
export type ShareLinkState = (typeof SHARE_LINK_STATES)[number];

export function shareLinkState(
  { isActive, expiresAt }: { isActive: boolean; expiresAt: string | null },
  now: Date,
): ShareLinkState {
  if (!isActive) return 'disabled';
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'active';
}
