import { z } from 'zod';
import { pairPhotos, type Pose } from './viewpoints.ts';
import { compass, looksDown } from './directions.ts';

/** A report without progress for `patienceMinutes` counts as failed. */
export const REPORT_LIMITS = { views: 60, kept: 6, days: 30, patienceMinutes: 15 } as const;

export const Report = z.object({
  state: z.enum(['making', 'ready', 'failed']),
  percent: z.int().min(0).max(100),
  fileName: z.string(),
  url: z.string().nullable(),
  bytes: z.int().nullable(),
});
export type Report = z.infer<typeof Report>;

type ViewDirection = Pick<Pose, 'gimbalYaw' | 'gimbalPitch'> & { viewpointName: string | null };

/** The viewpoint's name, or its direction if it has no name; null if both are unknown. */
export function viewName({ viewpointName, gimbalYaw, gimbalPitch }: ViewDirection): string | null {
  if (viewpointName) return viewpointName;
  if (looksDown({ gimbalPitch })) return 'View straight down';
  return gimbalYaw == null ? null : `View to the ${compass(gimbalYaw)}`;
}

export type ReportView<T> = { before: T | null; after: T };

/** Pairs first. Photos paired only by flight order are excluded, because a reader of the PDF can't check such pairs. */
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
