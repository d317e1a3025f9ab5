import { z } from 'zod';
import { type Homography, resized } from '#domain/homography.ts';
import { pairAlignment, alignmentLabel, type AlignablePhoto } from '#domain/aligned-pair.ts';
import { dateText } from '#domain/date-format.ts';
import { flightFacts } from '#domain/flight-records.ts';
import { PIN_KIND_LABELS, pinStateLabel } from '#domain/pin-texts.ts';
import { PROJECT_STATUSES } from '#domain/project-status.ts';
import { RasterType } from '#domain/rasters.ts';
import { reportViews, viewName } from '#domain/reports.ts';
import { uploadedPicture } from '#domain/site-pictures.ts';
import type { UnitsChoice } from '#domain/units.ts';
import { alignmentOf } from '#server/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import { flightRecordIn } from '#server/submissions/flight-records/service.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { unitsOfViewer } from '#server/platform/db/expressions.ts';
import {
  countPhotos,
  findMap,
  findReportSubmission,
  findPreviousSubmission,
  listPhotos,
  listPins,
  type MapRow,
  type PhotoRow,
  type PinRow,
} from './queries.ts';

/** Part of the content key. Increment it when a code change makes the same content produce a different report. */
const TEMPLATE_VERSION = 8;
/** Width of a photo in pixels: half a page at 290 dpi. */
const PICTURE_WIDTH = 1024;
/** Width of a map in pixels: a full page. */
const MAP_WIDTH = 2048;

/** Letters of a pin's text. */
const MAX_PIN_TEXT = 600;

const Picture = z.object({ fileId: z.string(), preset: z.int() });
export type Picture = z.infer<typeof Picture>;

const Size = z.object({ width: z.number(), height: z.number() });
/** `matrix` maps pixels of the full-size `photo` to the frame that it shares with the other photo. */
const Alignment = z.object({ photo: Size, matrix: z.array(z.number()).length(9), frame: Size });
export type Alignment = z.infer<typeof Alignment>;

/** Days are yyyy-mm-dd in the project's time zone. */
export const ReportContent = z.object({
  template: z.literal(TEMPLATE_VERSION),
  /** `logoUrl`: if uploaded. */
  brand: z.object({ name: z.string(), color: z.string(), logoUrl: z.string().optional() }),
  project: z.object({
    name: z.string(),
    address: z.string().nullable(),
    status: z.enum(PROJECT_STATUSES),
    startDate: z.string().nullable(),
    estimatedCompletionDate: z.string().nullable(),
  }),
  week: z.object({ title: z.string(), summary: z.string().nullable(), day: z.string() }),
  before: z.object({ title: z.string(), day: z.string() }).nullable(),
  views: z.array(
    z.object({
      name: z.string(),
      before: Picture.nullable(),
      after: Picture,
      /** The day on which each photo was taken, or its submission's day if unknown. */
      days: z.object({ before: z.string().nullable(), after: z.string() }),
      laid: z.object({ before: Alignment, after: Alignment }).nullable(),
      sign: z.string().nullable(),
    }),
  ),
  /** How far the week's approval is; null if nobody was asked. */
  approval: z.string().nullable(),
  /** Not done yet: labels and texts. */
  pins: z.array(z.tuple([z.string(), z.string()])),
  /** Labels and texts; null if clients don't see it. */
  flight: z.array(z.tuple([z.string(), z.string()])).nullable(),
  /** The number on the submission's page, which includes photos that aren't in the report. */
  photoCount: z.int(),
  /** `area` in square meters; `groundSampleDistance` in meters per pixel of the original. */
  map: z
    .object({
      picture: Picture,
      rasterType: RasterType,
      width: z.int(),
      height: z.int(),
      area: z.number().nullable(),
      groundSampleDistance: z.number().nullable(),
      units: z.enum(['metric', 'us']),
    })
    .nullable(),
});
export type ReportContent = z.infer<typeof ReportContent>;
export type View = ReportContent['views'][number];

/** Returns null if the viewer can't see the submission or it isn't published. `units` is a visitor's choice. */
export async function contentIn(
  tx: Tx,
  { brand }: Context['config'],
  submissionId: string,
  units: UnitsChoice | null = null,
): Promise<ReportContent | null> {
  const week = await findReportSubmission(tx, submissionId);
  if (!week) return null;
  const { title, summary, day, name, address, status, startDate, estimatedCompletionDate } = week;
  const last = await findPreviousSubmission(tx, week.projectId, day);
  const photos = await listPhotos(tx, [week.id, ...(last ? [last.id] : [])]);
  const map = await findMap(tx, week.id);
  const shownUnits = unitsOfViewer({ ...week, readerUnits: units ?? week.readerUnits });
  const flight = await flightRecordIn(tx, week.id, true);
  const of = (id: string | undefined) =>
    photos
      .filter((photo) => photo.submissionId === id)
      .map((photo) => ({ ...photo, alignment: photo.viewpointId ? alignmentOf(photo) : null }));
  const pins = await listPins(tx, week.projectId, week.id);
  const approval = pins.find(({ kind }) => kind === 'approval');
  const views = reportViews(of(last?.id), of(week.id));
  return {
    template: TEMPLATE_VERSION,
    brand: {
      name: brand.name,
      color: brand.color,
      ...(uploadedPicture(brand.logoUrl) ? { logoUrl: brand.logoUrl } : {}),
    },
    project: { name, address, status, startDate, estimatedCompletionDate },
    week: { title, summary, day },
    before: last ? { title: last.title, day: last.day } : null,
    views: views.map(({ before, after }, index) => ({
      name: viewName(after) ?? `Photo ${index + 1}`,
      before: before && pictureOf(before, PICTURE_WIDTH),
      after: pictureOf(after, PICTURE_WIDTH),
      days: { before: before && (before.day ?? last?.day ?? null), after: after.day ?? day },
      laid: before && alignedPair({ before, after }),
      sign: before && alignmentLabel({ before, after }),
    })),
    approval: approval ? pinStateLabel(approval) : null,
    pins: pins.filter((pin) => pin !== approval).map(presentPin),
    flight: flight && flightFacts(flight, shownUnits),
    photoCount: await countPhotos(tx, week.id),
    map: map
      ? {
          ...mapOf(map),
          units: shownUnits,
        }
      : null,
  };
}

const presentPin = ({ kind, state, text, dueOn, title }: PinRow): [string, string] => {
  const due =
    dueOn === null ? '' : ` · Due ${dateText(dueOn, { timeZone: 'UTC', dateStyle: 'long' })}`;
  return [
    `${PIN_KIND_LABELS[kind]} · ${pinStateLabel({ kind, state })}`,
    `${text.slice(0, MAX_PIN_TEXT)}\n${title}${due}`,
  ];
};

const mapOf = ({ id, presets, ...facts }: MapRow) => ({
  ...facts,
  picture: pictureOf({ id, presets }, MAP_WIDTH),
});

function alignedPair(pair: { before: AlignablePhoto; after: AlignablePhoto }): View['laid'] {
  const alignment = pairAlignment(pair);
  if (!alignment) return null;
  const height = Math.max(
    1,
    Math.round((PICTURE_WIDTH / alignment.frame.width) * alignment.frame.height),
  );
  const frame = { width: PICTURE_WIDTH, height };
  const toFrame = ({ width, height: high }: AlignablePhoto, matrix: Homography): Alignment => {
    const photo = { width: width ?? 1, height: high ?? 1 };
    const onFrame = resized(
      matrix,
      { is: photo, shown: photo },
      { is: alignment.frame, shown: frame },
    );
    return { photo, matrix: [...onFrame], frame };
  };
  return {
    before: toFrame(pair.before, alignment.before),
    after: toFrame(pair.after, alignment.after),
  };
}

function pictureOf({ id, presets }: Pick<PhotoRow, 'id' | 'presets'>, maxWidth: number): Picture {
  const fitting = presets.filter((preset) => preset <= maxWidth);
  return { fileId: id, preset: fitting.length ? Math.max(...fitting) : Math.min(...presets) };
}
