import { z } from 'zod';
import { pairPhotos, type Pose } from './viewpoints.ts';
import { compass, looksDown } from './directions.ts';

/**
 * The most views of one report, how many reports of a week are kept, for how many days, and after how many minutes
 * without a sign one was given up.
 */
export const REPORT_LIMITS = { views: 60, kept: 6, days: 30, patienceMinutes: 15 } as const;

/** How far a report is; `url` and `bytes` once it is ready. */
export const Report = z.object({
  state: z.enum(['making', 'ready', 'failed']),
  percent: z.int().min(0).max(100),
  fileName: z.string(),
  url: z.string().nullable(),
  bytes: z.int().nullable(),
});
export type Report = z.infer<typeof Report>;

type Look = Pick<Pose, 'gimbalYaw' | 'gimbalPitch'> & { viewpointName: string | null };

/** What a view is called: its viewpoint, else where it looks to; null when neither is known. */
export function viewName({ viewpointName, gimbalYaw, gimbalPitch }: Look): string | null {
  if (viewpointName) return viewpointName;
  if (looksDown({ gimbalPitch })) return 'View straight down';
  return gimbalYaw == null ? null : `View to the ${compass(gimbalYaw)}`;
}

export type ReportView<T> = { before: T | null; after: T };

/**
 * The views of a report: what was also seen from there the week before comes first, beside it. Photos that
 * have merely the same turn in their flights are no pair: a report is believed.
 */
export function reportViews<T extends Pose>(
  before: readonly T[],
  after: readonly T[],
): ReportView<T>[] {
  const partners = new Map(
    pairPhotos(before, after)
      .filter(({ reason }) => reason !== 'order')
      .map((pair) => [pair.after, pair.before]),
  );
  const views = after.map((photo) => ({ before: partners.get(photo) ?? null, after: photo }));
  const sorted = [
    ...views.filter((view) => view.before !== null),
    ...views.filter((view) => view.before === null),
  ];
  return sorted.slice(0, REPORT_LIMITS.views);
}
