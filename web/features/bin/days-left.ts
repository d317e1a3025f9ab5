const DAY_MS = 86_400_000;

/** How long something still lies in the bin: '29 days', on its last 'under a day'. */
export function daysLeft(removedAt: string, now: Date): string {
  const days = Math.floor((new Date(removedAt).getTime() - now.getTime()) / DAY_MS);
  if (days < 1) return 'under a day';
  return days === 1 ? '1 day' : `${days} days`;
}
