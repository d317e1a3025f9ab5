import { open, type FileHandle } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { isNoUpload } from './s3-errors.ts';

/** S3 allows 10,000 parts, so up to 80 GB; four are in memory at a time. */
const PART_BYTES = 8 * 1024 ** 2;
const PARALLEL_PARTS = 4;

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html */
type Target = { Bucket: string; Key: string; IfNoneMatch?: '*' };

/** The object appears once it is complete. */
export async function sendFile(client: S3Client, path: string, target: Target): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > PART_BYTES) return await sendInParts(client, { file, size }, target);
    const Body = Buffer.allocUnsafe(size);
    await fill(Body, file, 0);
    await client.send(new PutObjectCommand({ ...target, Body }));
  } finally {
    await file.close();
  }
}

export async function dropUnfinished(
  client: S3Client,
  Bucket: string,
  prefix: string,
): Promise<void> {
  let marker: Marker | null = {};
  while (marker) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...marker }),
    );
    for (const { Key, UploadId } of page.Uploads ?? []) {
      if (Key === prefix || prefix.endsWith('/')) await drop(client, { Bucket, Key, UploadId });
    }
    marker = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      : null;
  }
}

type Marker = Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'>;
type Local = { file: FileHandle; size: number };
type MultipartUpload = { Bucket: string; Key: string | undefined; UploadId: string | undefined };

async function sendInParts(client: S3Client, local: Local, target: Target) {
  const { IfNoneMatch, ...place } = target;
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place));
  const upload = { ...place, UploadId };
  try {
    const Parts = await sendParts(client, local, upload);
    await client.send(
      new CompleteMultipartUploadCommand({ ...upload, IfNoneMatch, MultipartUpload: { Parts } }),
    );
  } catch (error) {
    // Report the original failure. The next attempt drops the remaining parts.
    await drop(client, upload).catch(() => undefined);
    throw error;
  }
}

async function sendParts(
  client: S3Client,
  { file, size }: Local,
  upload: MultipartUpload,
): Promise<CompletedPart[]> {
  const parts: CompletedPart[] = [];
  const stop = new AbortController();
  let next = 0;
  const lane = async () => {
    const memory = Buffer.allocUnsafe(PART_BYTES);
    for (let at = next; at < size && !stop.signal.aborted; at = next) {
      next = at + PART_BYTES;
      const Body = memory.subarray(0, size - at);
      await fill(Body, file, at);
      const part = { PartNumber: at / PART_BYTES + 1 };
      const command = new UploadPartCommand({ ...upload, ...part, Body });
      const { ETag } = await client.send(command, { abortSignal: stop.signal });
      parts.push({ ...part, ETag });
    }
  };
  const lanes = Array.from({ length: PARALLEL_PARTS }, () =>
    lane().catch((error: unknown) => stop.abort(error)),
  );
  await Promise.all(lanes); // wait for all parts before the upload is completed or dropped
  stop.signal.throwIfAborted();
  return parts.sort((a, b) => (a.PartNumber ?? 0) - (b.PartNumber ?? 0));
}

async function fill(buffer: Buffer, file: FileHandle, from: number) {
  for (let filled = 0; filled < buffer.length;) {
    const { bytesRead } = await file.read(buffer, {
      offset: filled,
      length: buffer.length - filled,
      position: from + filled,
    });
    if (bytesRead === 0) throw new Error('the file shrank while it was being sent');
    filled += bytesRead;
  }
}

async function drop(client: S3Client, upload: MultipartUpload) {
  try {
    await client.send(new AbortMultipartUploadCommand(upload));
  } catch (error) {
    if (!isNoUpload(error)) throw error;
  }
}
