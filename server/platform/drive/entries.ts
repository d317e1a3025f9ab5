import { z } from 'zod';
import { DRIVE_PAGE_SIZE, DRIVE_RECENT_COUNT } from '#domain/drive.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import type { DriveRef, Requests } from './requests.ts';

export const FOLDER_TYPE = 'application/vnd.google-apps.folder';
const SHORTCUT_TYPE = 'application/vnd.google-apps.shortcut';

const FIELDS = [
  'id,name,mimeType,size,createdTime,modifiedTime,md5Checksum,sha256Checksum,version,resourceKey',
  'webViewLink,thumbnailLink,trashed,isAppAuthorized,permissionIds',
  'shortcutDetails(targetId,targetMimeType,targetResourceKey)',
  'capabilities(canDownload,canShare)',
].join(',');

const orNull = <T extends z.ZodType>(type: T) =>
  type.nullish().transform((value) => (value ?? null) as z.output<T> | null);

/** A file, folder or shortcut: https://developers.google.com/workspace/drive/api/reference/rest/v3/files */
export const Entry = z
  .object({
    id: z.string(),
    name: z.string().default(''),
    mimeType: z.string(),
    /** Bytes, as a decimal string; only for files with content. */
    size: z.string().regex(/^\d+$/).transform(Number).optional(),
    createdTime: z.string().optional(),
    modifiedTime: z.string().optional(),
    md5Checksum: orNull(z.string()),
    sha256Checksum: orNull(z.string()),
    version: orNull(z.string()),
    resourceKey: orNull(z.string()),
    webViewLink: orNull(z.string()),
    thumbnailLink: orNull(z.string()),
    trashed: z.boolean().default(false),
    isAppAuthorized: z.boolean().default(false),
    permissionIds: z.array(z.string()).default([]),
    shortcutDetails: orNull(
      z.object({
        targetId: z.string(),
        targetMimeType: z.string(),
        targetResourceKey: orNull(z.string()),
      }),
    ),
    capabilities: z
      .object({ canDownload: z.boolean().default(true), canShare: z.boolean().default(false) })
      .default({ canDownload: true, canShare: false }),
  })
  .transform(({ size, createdTime, modifiedTime, ...entry }) => ({
    ...entry,
    sizeBytes: size ?? null,
    createdAt: instantOf(createdTime ?? modifiedTime),
    modifiedAt: instantOf(modifiedTime ?? createdTime),
    isFolder: entry.mimeType === FOLDER_TYPE,
  }));
export type DriveEntry = z.output<typeof Entry>;

const List = z.object({
  files: z.array(Entry).default([]),
  nextPageToken: z.string().optional(),
});

function instantOf(time: string | undefined): Date {
  const date = new Date(time ?? 0);
  return Number.isNaN(date.getTime()) ? new Date(0) : date;
}

export type Entries = ReturnType<typeof createEntries>;

export function createEntries(requests: Requests, base: string) {
  const readEntry = (ref: DriveRef, signal?: AbortSignal) =>
    requests.read(
      {
        url: fileUrl(base, ref.id),
        query: { supportsAllDrives: true, fields: FIELDS },
        about: [ref],
        signal,
      },
      Entry,
    );
  const list = (query: object, about: readonly DriveRef[] = [], signal?: AbortSignal) =>
    requests.read(
      {
        url: `${base}/files`,
        query: { fields: `nextPageToken,files(${FIELDS})`, ...query },
        about,
        signal,
      },
      List,
    );
  return {
    /** Follows a shortcut. Throws DRIVE_IN_TRASH, or DRIVE_FILE_NOT_FOUND (also for a shortcut to a shortcut). */
    async entry(ref: DriveRef, signal?: AbortSignal): Promise<DriveEntry> {
      const found = await readEntry(ref, signal);
      const target = targetOf(found);
      const entry = target ? await readEntry(target, signal) : found;
      if (entry.trashed) throw new AppError('DRIVE_IN_TRASH');
      if (targetOf(entry)) throw new AppError('DRIVE_FILE_NOT_FOUND');
      return entry;
    },
    /**
     * Yields pages of 100 entries in natural order. A shortcut has its own name, its target's id and type, and no size.
     */
    async *pagesOf(folder: DriveRef, signal?: AbortSignal): AsyncGenerator<DriveEntry[]> {
      for (const [index, query] of queriesFor(folder).entries()) {
        let pageToken: string | undefined;
        let isEmpty = true;
        do {
          const asked = list({ ...query, pageToken }, [folder], signal);
          const page = await (index === 0 ? asked : asked.catch(emptyIfRefused));
          const entries = page.files.filter(({ trashed }) => !trashed).map(resolveShortcut);
          if (entries.length > 0) yield entries;
          isEmpty &&= entries.length === 0;
          // A page may be short or empty without being the last.
          pageToken = page.nextPageToken;
        } while (pageToken);
        if (!isEmpty) return;
      }
    },
    async recent(): Promise<DriveEntry[]> {
      const q = "trashed = false and (mimeType contains 'image/' or mimeType contains 'video/')";
      const orderBy = 'modifiedTime desc';
      const page = await list({ q, orderBy, pageSize: DRIVE_RECENT_COUNT, ...ALL_DRIVES });
      return page.files;
    },
    async testRoot() {
      await list({ q: "'root' in parents and trashed = false", pageSize: ROOT_TEST_COUNT });
    },
  };
}

const ROOT_TEST_COUNT = 5;
const ALL_DRIVES = { supportsAllDrives: true, includeItemsFromAllDrives: true };

export const fileUrl = (base: string, id: string) => `${base}/files/${encodeURIComponent(id)}`;

/** Queries to try in order until one finds something, because not every drive supports all of them. */
function queriesFor({ id }: DriveRef) {
  const query = {
    q: `'${id.replaceAll(/[\\']/g, String.raw`\$&`)}' in parents and trashed = false`,
    pageSize: DRIVE_PAGE_SIZE,
    orderBy: 'name_natural',
  };
  return [{ ...query, ...ALL_DRIVES }, { ...query, ...ALL_DRIVES, corpora: 'allDrives' }, query];
}

function emptyIfRefused(error: unknown): z.output<typeof List> {
  const refused: ErrorCode[] = ['DRIVE_ACCESS_ERROR', 'DRIVE_ACCESS_DENIED'];
  if (error instanceof AppError && refused.includes(error.code)) return { files: [] };
  throw error;
}

const targetOf = ({ mimeType, shortcutDetails: target }: DriveEntry): DriveRef | null =>
  mimeType === SHORTCUT_TYPE && target
    ? { id: target.targetId, resourceKey: target.targetResourceKey }
    : null;

function resolveShortcut(entry: DriveEntry): DriveEntry {
  const target = targetOf(entry);
  if (!target) return entry;
  const mimeType = entry.shortcutDetails?.targetMimeType ?? entry.mimeType;
  return {
    ...entry,
    id: target.id,
    resourceKey: target.resourceKey ?? null,
    mimeType,
    isFolder: mimeType === FOLDER_TYPE,
    // Drive has no values for the target here, only the shortcut's own.
    sizeBytes: null,
    webViewLink: null,
    capabilities: { ...entry.capabilities, canDownload: true },
  };
}

const ANYONE = 'anyoneWithLink';

export const isPublic = ({ permissionIds }: Pick<DriveEntry, 'permissionIds'>): boolean =>
  permissionIds.includes(ANYONE);

/** Lets anyone with the link read the file, without making it searchable. */
export async function shareWithAnyone(requests: Requests, base: string, ref: DriveRef) {
  await requests.read(
    {
      method: 'POST',
      url: `${fileUrl(base, ref.id)}/permissions`,
      query: { supportsAllDrives: true },
      json: { role: 'reader', type: 'anyone' },
      about: [ref],
    },
    z.object({ id: z.string() }),
  );
}

export async function stopSharing(requests: Requests, base: string, ref: DriveRef) {
  try {
    const response = await requests.send({
      method: 'DELETE',
      url: `${fileUrl(base, ref.id)}/permissions/${ANYONE}`,
      query: { supportsAllDrives: true },
      about: [ref],
    });
    await response.body?.cancel();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'DRIVE_FILE_NOT_FOUND')) throw error;
  }
}
