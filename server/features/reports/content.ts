import { z } from 'zod';
import { PROJECT_STATUSES } from '#domain/project-status.ts';
import { RasterType } from '#domain/rasters.ts';
import { reportViews, viewName } from '#domain/reports.ts';
import { hashBytes } from '#server/platform/crypto.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import {
  findMap,
  findWeek,
  findWeekBefore,
  listPhotos,
  type MapRow,
  type PhotoRow,
} from './queries.ts';

/** Part of the keys: raise it when another report is made of the same content. */
const TEMPLATE = 2;
/** The widest picture of a report, pixels: half a page at 290 dots an inch. */
const PICTURE_WIDTH = 1024;
/** The same of its map, over the whole page. */
const MAP_WIDTH = 2048;

const Picture = z.object({ fileId: z.string(), preset: z.int() });
export type Picture = z.infer<typeof Picture>;

/** All that a report is made of; days are yyyy-mm-dd where the project is. */
export const ReportContent = z.object({
  template: z.literal(TEMPLATE),
  brand: z.object({ name: z.string(), color: z.string() }),
  project: z.object({
    name: z.string(),
    address: z.string().nullable(),
    status: z.enum(PROJECT_STATUSES),
    startDate: z.string().nullable(),
    estimatedCompletionDate: z.string().nullable(),
  }),
  week: z.object({ title: z.string(), summary: z.string().nullable(), day: z.string() }),
  before: z.object({ title: z.string(), day: z.string() }).nullable(),
  views: z.array(z.object({ name: z.string(), before: Picture.nullable(), after: Picture })),
  photoCount: z.int(),
  /** Square metres, and metres of ground that a pixel of the original shows. */
  map: z
    .object({
      picture: Picture,
      rasterType: RasterType,
      width: z.int(),
      height: z.int(),
      area: z.number().nullable(),
      groundSampleDistance: z.number().nullable(),
    })
    .nullable(),
});
export type ReportContent = z.infer<typeof ReportContent>;
export type View = ReportContent['views'][number];

/** What this transaction's viewer gets as the report of a week; null when they do not see it, or it is no published one. */
export async function contentIn(
  tx: Tx,
  { brand }: Context['config'],
  submissionId: string,
): Promise<ReportContent | null> {
  const week = await findWeek(tx, submissionId);
  if (!week) return null;
  const { title, summary, day, name, address, status, startDate, estimatedCompletionDate } = week;
  const last = await findWeekBefore(tx, week.projectId, day);
  const photos = await listPhotos(tx, [week.id, ...(last ? [last.id] : [])]);
  const map = await findMap(tx, week.id);
  const of = (id: string | undefined) => photos.filter((photo) => photo.submissionId === id);
  const { views, total } = reportViews(of(last?.id), of(week.id));
  return {
    template: TEMPLATE,
    brand: { name: brand.name, color: brand.color },
    project: { name, address, status, startDate, estimatedCompletionDate },
    week: { title, summary, day },
    before: last ? { title: last.title, day: last.day } : null,
    views: views.map(({ before, after }) => ({
      name: viewName(after) ?? after.fileName,
      before: before && pictureOf(before, PICTURE_WIDTH),
      after: pictureOf(after, PICTURE_WIDTH),
    })),
    photoCount: total,
    map: map ? mapOf(map) : null,
  };
}

/** The same content, the same key, whoever sees it. */
export const keyOf = (content: ReportContent): string => hashBytes(JSON.stringify(content));

const mapOf = ({ id, presets, ...facts }: MapRow): ReportContent['map'] => ({
  ...facts,
  picture: pictureOf({ id, presets }, MAP_WIDTH),
});

/** The largest picture that is not too wide, else the smallest there is. */
function pictureOf({ id, presets }: Pick<PhotoRow, 'id' | 'presets'>, most: number): Picture {
  const fitting = presets.filter((preset) => preset <= most);
  return { fileId: id, preset: fitting.length ? Math.max(...fitting) : Math.min(...presets) };
}
