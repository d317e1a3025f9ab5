import type { TokenScope } from '#domain/api-tokens.ts';
import type { contract } from './contract.ts';

type Scopes = {
  [Feature in keyof typeof contract]?: {
    [Operation in keyof (typeof contract)[Feature]]?: TokenScope | 'any';
  };
};

/**
 * The scope that an API token needs for an operation; 'any' means every token. Tokens can't call operations that aren't
 * listed: accounts, sessions, passwords, people, tokens, and site settings.
 */
const SCOPES: Scopes = {
  session: { get: 'any' },
  companies: { list: 'read', get: 'read', usage: 'read' },
  projects: {
    list: 'read',
    get: 'read',
    create: 'projects:write',
    update: 'projects:write',
    remove: 'projects:write',
  },
  submissions: {
    listPublished: 'read',
    latestCovers: 'read',
    getPublished: 'read',
    list: 'read',
    library: 'read',
    get: 'read',
    create: 'submissions:write',
    update: 'submissions:write',
    archive: 'submissions:write',
    restore: 'submissions:write',
    move: 'submissions:write',
    elsewhere: 'read',
    moveFiles: 'submissions:write',
    pauseClock: 'submissions:write',
    resumeClock: 'submissions:write',
    remove: 'submissions:write',
    publish: 'submissions:publish',
    unpublish: 'submissions:publish',
    schedule: 'submissions:publish',
    cancelSchedule: 'submissions:publish',
  },
  flightRecords: { get: 'read', update: 'submissions:write' },
  files: {
    listPublished: 'read',
    list: 'read',
    update: 'submissions:write',
    reorder: 'submissions:write',
    setForClients: 'submissions:write',
    setCover: 'submissions:write',
    setChapters: 'submissions:write',
    setPoster: 'submissions:write',
    retry: 'submissions:write',
    showAsPhoto: 'submissions:write',
    remove: 'submissions:write',
  },
  storedFiles: { list: 'read', ofCompany: 'read' },
  uploads: {
    list: 'uploads:write',
    listStandalone: 'uploads:write',
    check: 'uploads:write',
    discard: 'uploads:write',
  },
  rasters: { list: 'read' },
  viewpoints: {
    list: 'read',
    get: 'read',
    compare: 'read',
    poses: 'read',
    update: 'projects:write',
  },
  visits: {
    getPlan: 'read',
    savePlan: 'projects:write',
    pause: 'projects:write',
    resume: 'projects:write',
    list: 'read',
    add: 'projects:write',
    update: 'projects:write',
    cancel: 'projects:write',
    match: 'submissions:write',
    ofSubmission: 'read',
  },
  maps: { ofProject: 'read', orthophotos: 'read', measure: 'read' },
  measurements: { list: 'read' },
  reports: { prepare: 'read' },
  shareLinks: {
    list: 'read',
    create: 'share-links:write',
    update: 'share-links:write',
    remove: 'share-links:write',
  },
  pins: {
    list: 'pins:read',
    onFile: 'pins:read',
    get: 'pins:read',
    people: 'pins:read',
    create: 'pins:write',
    update: 'pins:write',
    reply: 'pins:write',
    addPicture: 'pins:write',
    remove: 'pins:write',
    restore: 'pins:write',
    revokeGuest: 'pins:write',
  },
};

/** `path`: such as ['projects', 'list']. Null if tokens can't call it. */
export function scopeOfOperation(path: readonly string[]): TokenScope | 'any' | null {
  const [feature = '', operation = ''] = path;
  const scopes: Record<string, Record<string, TokenScope | 'any'> | undefined> = SCOPES;
  return path.length === 2 ? (scopes[feature]?.[operation] ?? null) : null;
}
