import { parseUrl } from './urls.ts';

export type DriveKind =
  | 'file'
  | 'folder'
  | 'document'
  | 'spreadsheet'
  | 'presentation'
  | 'drawing'
  | 'unknown';

export type DriveTarget = { id: string; kind: DriveKind; resourceKey: string | null };

export const VIRTUAL_PREFIX = 'gdrive-';

/** IDs are opaque: 19 characters for shared drives, 28 for old files, 33 for new ones, 44 for documents. */
const ID = String.raw`([\w-]{10,100})`;
const RAW_ID = /^[\w-]{25,100}$/;
const RESOURCE_KEY = /^[\w-]{1,100}$/;

const PATHS: [RegExp, DriveKind][] = [
  [new RegExp(`^/file/d/${ID}(?:/|$)`), 'file'],
  [new RegExp(`^/folder/d/${ID}(?:/|$)`), 'folder'],
  // In a path of nested folders, the last ID counts.
  [new RegExp(`^/drive(?:/mobile)?/folders/(?:[^/]+/)*${ID}/?$`), 'folder'],
  [new RegExp(`^/document/d/${ID}(?:/|$)`), 'document'],
  [new RegExp(`^/spreadsheets/d/${ID}(?:/|$)`), 'spreadsheet'],
  [new RegExp(`^/presentation/d/${ID}(?:/|$)`), 'presentation'],
  [new RegExp(`^/drawings/d/${ID}(?:/|$)`), 'drawing'],
];
const IMAGE_PATH: [RegExp, DriveKind][] = [[new RegExp(`^/d/${ID}(?:=[\\w-]*)?/?$`), 'file']];
const API_PATH: [RegExp, DriveKind][] = [[new RegExp(`^/drive/v3/files/${ID}$`), 'file']];
const HASH_PATTERN = new RegExp(`^#folders/${ID}$`);

const PARAMETERS: Record<string, [name: string, kind: DriveKind]> = {
  '/open': ['id', 'unknown'],
  '/uc': ['id', 'file'],
  '/thumbnail': ['id', 'file'],
  '/download': ['id', 'file'],
  '/folderview': ['id', 'folder'],
  '/embeddedfolderview': ['id', 'folder'],
  '/spreadsheet/ccc': ['key', 'spreadsheet'],
  '/viewer': ['srcid', 'file'],
};

const PAGES = ['drive.google.com', 'docs.google.com', 'drive.usercontent.google.com'];
const IMAGES = ['lh3.googleusercontent.com', 'lh3.google.com', 'drive.fife.usercontent.google.com'];
const API = 'www.googleapis.com';
const REDIRECTS = ['www.google.com', 'google.com'];

/**
 * Accepts all forms of Drive links (even inside embed code or punctuation), virtual file IDs, and bare IDs of at least
 * 25 characters, which are taken as folder IDs. Null for other hosts and for Drive pages without an item.
 */
export function parseDriveLink(pasted: string): DriveTarget | null {
  const text = linkIn(pasted);
  const virtual = new RegExp(`^${VIRTUAL_PREFIX}${ID}$`).exec(text)?.[1];
  if (virtual) return { id: virtual, kind: 'file', resourceKey: null };
  if (RAW_ID.test(text)) return { id: text, kind: 'folder', resourceKey: null };
  const url = urlOf(text);
  if (!url) return null;
  if (REDIRECTS.includes(url.hostname) && url.pathname === '/url') {
    const wrapped = urlOf(url.searchParams.get('q') ?? url.searchParams.get('url') ?? '');
    return wrapped ? targetOf(wrapped) : null;
  }
  return targetOf(url);
}

function linkIn(pasted: string): string {
  const embedded = /<iframe\b[^>]*?\ssrc=["']([^"']+)["']/i.exec(pasted)?.[1];
  const text = (embedded ?? pasted).trim().replace(/^[<("'[]+/, '');
  // A loop, because a regular expression would take quadratic time on a long run of dots.
  let end = text.length;
  while (end > 0 && `>)]"'.,;:!?`.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end).replaceAll('&amp;', '&');
}

/** Accepts http and https URLs without credentials or a port. */
function urlOf(text: string): URL | null {
  if (/\s/.test(text)) return null;
  const full = /^(?:drive|docs)\.google\.com\//i.test(text) ? `https://${text}` : text;
  const url = parseUrl(full);
  if (!url) return null;
  const isPlain = url.username === '' && url.password === '' && url.port === '';
  return /^https?:$/.test(url.protocol) && isPlain ? url : null;
}

function targetOf(url: URL): DriveTarget | null {
  const found = findIn(url);
  if (!found) return null;
  const key = url.searchParams.get('resourcekey') ?? url.searchParams.get('resourceKey');
  return { ...found, resourceKey: key && RESOURCE_KEY.test(key) ? key : null };
}

type FoundId = Pick<DriveTarget, 'id' | 'kind'>;

function findIn(url: URL): FoundId | null {
  const path = url.pathname.replaceAll(/\/u\/\d+(?=\/)/g, '');
  if (url.hostname === API) return byPath(path, API_PATH);
  if (IMAGES.includes(url.hostname)) return byPath(path, IMAGE_PATH);
  if (!PAGES.includes(url.hostname)) return null;
  const page = path.replace(/\/a\/[^/]+\.[^/]+(?=\/)/, '');
  return byPath(page, PATHS) ?? byParameter(url, page) ?? byHash(url.hash, page);
}

function byPath(path: string, patterns: [RegExp, DriveKind][]): FoundId | null {
  for (const [pattern, kind] of patterns) {
    const id = pattern.exec(path)?.[1];
    if (id) return { id, kind };
  }
  return null;
}

function byParameter({ searchParams }: URL, path: string): FoundId | null {
  const [name, kind] = PARAMETERS[path] ?? [];
  if (!name || !kind) return null;
  const ids = searchParams.getAll(name);
  const id = ids.length === 1 ? new RegExp(`^${ID}$`).exec(ids[0] ?? '')?.[1] : undefined;
  return id ? { id, kind } : null;
}

function byHash(hash: string, path: string): FoundId | null {
  const id = ['/', '/drive', '/drive/'].includes(path) ? HASH_PATTERN.exec(hash)?.[1] : undefined;
  return id ? { id, kind: 'folder' } : null;
}
