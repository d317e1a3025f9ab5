import { KIND_LABELS } from '#domain/download-kinds.ts';
import {
  downloadKindOf,
  DownloadKind,
  type DownloadSize,
  type DownloadFolder,
} from '#domain/downloads.ts';
import { documentedDay, weekBadge } from '#domain/weeks.ts';
import { safeEntryNames } from '#server/platform/media/entry-names.ts';
import { planZip, type ZipEntry, type ZipPlan } from '#domain/zip.ts';
import { presetKey } from '#server/platform/storage/storage.ts';
import type { OriginalRow, PublishedFileRow, SubmissionRow } from './queries.ts';

export type Archive = { fileName: string; etag: string; plan: ZipPlan };

/** Part of ETags. Increment it when a code change makes the same entries produce different bytes. */
export const LAYOUT_VERSION = 1;

export const entryOf = (row: OriginalRow, name: string): ZipEntry => ({
  name,
  size: row.fileSize,
  crc32: row.crc32,
  modifiedAt: row.modifiedAt,
  source: row.filePath,
});

/** Slashes and backslashes would create subfolders. */
const withoutSlashes = (name: string) => name.replace(/[/\\]/g, '-');

const MAX_STEM_LENGTH = 100;

export function archiveName(stem: string): string {
  const [name = 'files'] = safeEntryNames([withoutSlashes(stem)], MAX_STEM_LENGTH);
  return `${name}.zip`;
}

export type SelectedFiles = {
  projectName: string;
  weeks: { folder: string; day: string; files: PublishedFileRow[] }[];
};

/** Puts each submission in a folder named after its date, oldest first. */
export function selectFiles(
  project: { name: string; timeZone: string },
  weeks: readonly SubmissionRow[],
  files: readonly PublishedFileRow[],
): SelectedFiles {
  const dated = weeks
    .map((week) => ({ week, day: dayOf(week, project.timeZone) }))
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.week.id.localeCompare(b.week.id));
  const labels = dated.map(({ day }) => `${day} ${weekBadge(day)}`);
  const isAlone = (label: string) => labels.indexOf(label) === labels.lastIndexOf(label);
  const folders = safeEntryNames(
    dated.map(({ week }, index) => {
      const label = labels[index] ?? '';
      return isAlone(label) ? label : `${label} - ${withoutSlashes(week.title)}`;
    }),
  );
  const ofWeek = Map.groupBy(files, ({ submissionId }) => submissionId);
  return {
    projectName: project.name,
    weeks: dated.map(({ week, day }, index) => ({
      day,
      folder: folders[index] ?? week.id,
      files: ofWeek.get(week.id) ?? [],
    })),
  };
}

const dayOf = ({ recordedDate, publishedAt, createdAt }: SubmissionRow, timeZone: string) =>
  documentedDay(
    {
      recordedDate,
      publishedAt: publishedAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    },
    timeZone,
  );

type ArchiveOptions = { kinds: readonly DownloadKind[]; size: DownloadSize };

/** Returns `fileIds` in the order of the entries. */
export function entriesOf(of: SelectedFiles, { kinds, size }: ArchiveOptions) {
  const weeks: DownloadFolder[] = [];
  const included = new Set<DownloadKind>();
  const [entries, fileIds]: [ZipEntry[], string[]] = [[], []];
  for (const { folder, files } of of.weeks) {
    const chosen = files.filter((file) => kinds.includes(downloadKindOf(file)));
    if (chosen.length === 0) continue;
    const ofWeek = chosen.map((file) => {
      const entry = entryInSize(file, size);
      const path = [withoutSlashes(of.projectName), folder, KIND_LABELS[downloadKindOf(file)]];
      return { ...entry, name: `${path.join('/')}/${withoutSlashes(entry.name)}` };
    });
    entries.push(...ofWeek);
    fileIds.push(...chosen.map(({ id }) => id));
    for (const file of chosen) included.add(downloadKindOf(file));
    weeks.push({ folder, fileCount: chosen.length, bytes: sum(ofWeek) });
  }
  const names = safeEntryNames(entries.map(({ name }) => name));
  return {
    weeks,
    fileIds,
    kinds: DownloadKind.options.filter((kind) => included.has(kind)),
    entries: entries.map((entry, index) => ({ ...entry, name: names[index] ?? entry.name })),
  };
}

export function entryInSize(file: PublishedFileRow, size: DownloadSize): ZipEntry {
  const original = entryOf(file, file.fileName);
  const { pictureSize, pictureCrc32 } = file;
  if (size === 'original' || file.kind !== 'photo' || downloadKindOf(file) !== 'photos')
    return original;
  if (pictureSize === null || pictureCrc32 === null) return original;
  return {
    ...original,
    name: `${file.fileName.replace(/\.[^.]*$/, '')}.webp`,
    size: pictureSize,
    crc32: pictureCrc32,
    source: presetKey(file.id, Math.max(...file.presets)),
  };
}

export const countRaws = (rows: readonly Pick<OriginalRow, 'part'>[]): number =>
  rows.filter(({ part }) => part === 'raw').length;

const sum = (entries: readonly ZipEntry[]) => entries.reduce((bytes, { size }) => bytes + size, 0);

/** For example, 'Project - 2026-07-06 to 2026-10-19.zip'. */
export function nameOf(
  { projectName, weeks }: SelectedFiles,
  included: readonly DownloadFolder[],
): string {
  const [first, last] = [included[0]?.folder, included.at(-1)?.folder];
  const dayOfFolder = (name?: string) => weeks.find(({ folder }) => folder === name)?.day;
  const span = included.length === 1 ? first : `${dayOfFolder(first)} to ${dayOfFolder(last)}`;
  return archiveName(`${projectName} - ${span}`);
}

export const bytesOf = (entries: readonly ZipEntry[]): number => planZip(entries).size;
