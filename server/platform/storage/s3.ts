import { createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Config } from '#server/config.ts';
import type { PartState } from '../part-state.ts';
import { isAbsent, isTaken, knownReasonOf, translateS3Error } from './s3-errors.ts';
import { openObject } from './s3-reader.ts';
import { dropUnfinished, sendFile } from './s3-upload.ts';
import { scratchFolder } from './scratch-folder.ts';
import { checkedFolder, checkedKey, type Storage, type StoredObject } from './storage.ts';

export type S3Settings = NonNullable<Config['s3']>;

export type S3Options = {
  scratch: string;
  /** Milliseconds after which an idle connection is closed. */
  idleMs?: number;
  stateMs?: number;
};

const PAGE_SIZE = 50;

export function s3Storage(settings: S3Settings, options: S3Options): Storage {
  const client = createClient(settings, options.idleMs ?? 60_000);
  const Bucket = settings.bucket;
  const scratchPath = scratchFolder(options.scratch);
  const at = (key: string) => ({ Bucket, Key: checkedKey(key) });

  const storage: Storage = {
    async put(key, bytes) {
      await asAppError(client.send(new PutObjectCommand({ ...at(key), Body: bytes })));
    },

    async moveIn(path, key) {
      const target = at(key);
      try {
        await sendFile(client, path, target);
        await rm(path, { force: true });
        // Drops parts left by uploads that were killed; a running upload of the same file finds the object in place.
        await dropUnfinished(client, Bucket, key);
      } catch (error) {
        if (existsSync(path) || (await storage.size(key)) === null) throw translateS3Error(error);
      }
    },

    async create(path, key) {
      // Some servers ignore `IfNoneMatch`.
      if ((await storage.size(key)) !== null) return false;
      try {
        await sendFile(client, path, { ...at(key), IfNoneMatch: '*' });
        await rm(path, { force: true });
        return true;
      } catch (error) {
        if (isTaken(error)) return false;
        throw translateS3Error(error);
      }
    },

    async size(key) {
      try {
        return (await client.send(new HeadObjectCommand(at(key)))).ContentLength ?? null;
      } catch (error) {
        if (isAbsent(error)) return null;
        throw translateS3Error(error);
      }
    },

    open: async (key, range) => asAppError(openObject(client, at(key), range)),

    read: async (key) => buffer(await storage.open(key)),

    async withLocalFile(key, work) {
      const source = await storage.open(key);
      const path = await scratchPath();
      try {
        await asAppError(pipeline(source, createWriteStream(path, { flags: 'wx' })));
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },

    localPath: () => null,

    async remove(key) {
      await asAppError(client.send(new DeleteObjectCommand(at(key))));
    },

    async removeAll(prefix) {
      const folder = checkedFolder(prefix);
      await asAppError(removeObjects(client, Bucket, folder));
      await asAppError(dropUnfinished(client, Bucket, folder));
    },

    list: (prefix) => listObjects(client, Bucket, checkedFolder(prefix)),

    space: async () => null,

    state: () => stateOf(client, Bucket, options.stateMs ?? 5_000),
  };
  return storage;
}

async function stateOf(client: S3Client, Bucket: string, waitMs: number): Promise<PartState> {
  try {
    const abortSignal = AbortSignal.timeout(waitMs);
    await client.send(new HeadBucketCommand({ Bucket }), { abortSignal });
    return { ok: true, detail: 'the S3 bucket is responding' };
  } catch (error) {
    const detail = knownReasonOf(error);
    return detail
      ? { ok: false, detail }
      : { ok: false, detail: 'the S3 bucket is not working', error };
  }
}

async function* listObjects(
  client: S3Client,
  Bucket: string,
  Prefix: string,
): AsyncGenerator<StoredObject> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
    for (const { Key: key, Size: bytes = 0, LastModified: changedAt } of Contents) {
      // Skip objects without a date, because they may be brand-new.
      if (key !== undefined && changedAt !== undefined) yield { key, bytes, changedAt };
    }
  }
}

const asAppError = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw translateS3Error(error);
  });

function createClient(settings: S3Settings, idleMs: number) {
  const { endpoint, region, accessKeyId, secretAccessKey } = settings;
  // Paused downloads keep their connections; with a limit, a few would block everyone.
  const agent = { keepAlive: true, maxSockets: Infinity };
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // Many servers reject checksums in trailers, or store them as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // If true, each request gets its own connection. A server that refuses the data resets it, and the reason is often
    // lost.
    expectContinueHeader: false,
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: idleMs,
      requestTimeout: 300_000,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

/** One by one, because servers disagree on the checksum for DeleteObjects. */
async function removeObjects(client: S3Client, Bucket: string, Prefix: string) {
  const pages = paginateListObjectsV2({ client, pageSize: PAGE_SIZE }, { Bucket, Prefix });
  for await (const { Contents = [] } of pages) {
    await Promise.all(
      Contents.map(({ Key }) => client.send(new DeleteObjectCommand({ Bucket, Key }))),
    );
  }
}
