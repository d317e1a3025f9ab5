import { DRIVE_FILE_SCOPE, type DriveConnection } from '#domain/drive.ts';
import type { Tx } from '../db/database.ts';
import { openBytes, readThumbnail, type DriveBytes, type Thumbnail } from './bytes.ts';
import {
  beginConsent,
  endConsent,
  revokeGrant,
  type Consent,
  type ConsentAnswer,
} from './consent.ts';
import {
  createEntries,
  shareWithAnyone,
  stopSharing,
  type DriveEntry,
  type Entries,
} from './entries.ts';
import { deleteGrant, findGrantForPeople, insertGrant, type NewGrant } from './queries.ts';
import { createRequests, type DriveRef } from './requests.ts';
import { createSignIn, DRIVE_SCOPE } from './sign-in.ts';
import { createTokens, grantKindOf, type TokenNeeds } from './tokens.ts';
import { createUploads, type Uploads } from './uploads.ts';

/**
 * Methods throw DRIVE_NOT_CONFIGURED, DRIVE_NOT_CONNECTED, DRIVE_EXPIRED, DRIVE_UNREACHABLE, DRIVE_CLOCK, or an error
 * from apiErrorOf.
 */
export type Drive = {
  readonly missing: readonly string[];
  connection(): Promise<DriveConnection | null>;
  requestConsent(question: {
    sessionId: string;
    redirectUrl: string;
    next: string;
  }): Promise<string>;
  acceptConsent(sessionId: string, answer: ConsentAnswer): Promise<Consent>;
  /** Replaces the previous grant, which the caller must revoke. */
  saveGrant(tx: Tx, grant: NewGrant): Promise<{ before: RemovedGrant | null }>;
  removeGrant(tx: Tx): Promise<RemovedGrant | null>;
  /** Returns false if Google didn't revoke it. */
  revoke(gone: RemovedGrant): Promise<boolean>;
  open(ref: DriveRef, options?: { from?: number; signal?: AbortSignal }): Promise<DriveBytes>;
  thumbnail(link: string): Promise<Thumbnail | null>;
  webUrl(entry: Pick<DriveEntry, 'id' | 'isFolder' | 'resourceKey'>): string;
  shareWithAnyone(ref: DriveRef): Promise<void>;
  shareWithNobodyElse(ref: DriveRef): Promise<void>;
} & Entries &
  Uploads;

/** A removed grant. Only `revoke` can decrypt `sealed`. */
export type RemovedGrant = { email: string; sealed: string | null };

export function createDrive(outside: Omit<TokenNeeds, 'signIn'>): Drive {
  const { config, log } = outside;
  // The base URLs are only settings of the server.
  const { bases } = config.drive;
  const needs: TokenNeeds = { ...outside, signIn: createSignIn(() => config.drive) };
  const requests = createRequests({ tokens: createTokens(needs), log, bases });
  const forget = async (tx: Tx): Promise<RemovedGrant | null> => {
    const row = await deleteGrant(tx);
    return row ? { email: row.email, sealed: row.refreshToken } : null;
  };
  return {
    get missing() {
      return config.drive.missing;
    },
    connection: () => connectionOf(needs),
    requestConsent: (question) => beginConsent(needs, question),
    acceptConsent: (sessionId, answer) => endConsent(needs, sessionId, answer),
    async saveGrant(tx, grant) {
      const before = await forget(tx);
      await insertGrant(tx, grant);
      return { before };
    },
    removeGrant: forget,
    revoke: ({ sealed }) => revokeGrant(needs, sealed),
    open: (ref, { from = 0, signal } = {}) =>
      openBytes(requests, bases.drive, { ref, from, signal }),
    thumbnail: (link) => readThumbnail(requests, bases.image, link),
    webUrl: (entry) => webUrl(bases.web, entry),
    shareWithAnyone: (ref) => shareWithAnyone(requests, bases.drive, ref),
    shareWithNobodyElse: (ref) => stopSharing(requests, bases.drive, ref),
    ...createEntries(requests, bases.drive),
    ...createUploads(requests, bases),
  };
}

function webUrl(
  base: string,
  { id, isFolder, resourceKey }: Pick<DriveEntry, 'id' | 'isFolder' | 'resourceKey'>,
): string {
  const key = resourceKey ? `?resourcekey=${resourceKey}` : '';
  return isFolder ? `${base}/drive/folders/${id}${key}` : `${base}/file/d/${id}/view${key}`;
}

async function connectionOf({ config, db }: TokenNeeds): Promise<DriveConnection | null> {
  if (config.drive.missing.length > 0) return null;
  const row = await findGrantForPeople(db, grantKindOf(config));
  const { serviceAccount } = config.drive;
  if (serviceAccount) {
    const isSame = row?.email === serviceAccount.email;
    return {
      kind: 'service-account',
      email: serviceAccount.email,
      name: null,
      scopes: [DRIVE_SCOPE],
      canSave: true,
      connectedAt: null,
      connectedBy: null,
      lastUsedAt: (isSame ? row.lastUsedAt?.toISOString() : null) ?? null,
      expired: false,
    };
  }
  if (!row) return null;
  return {
    kind: 'account',
    email: row.email,
    name: row.name,
    scopes: row.scopes,
    canSave: row.scopes.includes(DRIVE_FILE_SCOPE),
    connectedAt: row.connectedAt?.toISOString() ?? null,
    connectedBy: row.connectedBy,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expired: row.expiredAt !== null,
  };
}
