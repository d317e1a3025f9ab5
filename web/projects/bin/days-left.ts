const DAY_MS = 86_400_000;

/** How long something still lies in the bin, to the nearest day: '30 days', on its last 'under a day'. */
export function daysLeft(removedAt: string, now: Date): string {
  const left = (new Date(removedAt).getTime() - now.getTime()) / DAY_MS;
  if (left < 1) return 'under a day';
  const days = Math.round(left);
  return days === 1 ? '1 day' : `${days} days`;
}
