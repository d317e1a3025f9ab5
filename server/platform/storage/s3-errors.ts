import { S3ServiceException } from '@aws-sdk/client-s3';
import { AppError } from '#domain/errors.ts';
import { errorCode, isStorageFull } from './file-errors.ts';

/** The AWS library reports these as timeouts, too. */
const CLOSED_CODE = /^(ECONNRESET|EPIPE)$/;
const NETWORK_CODE =
  /^(ECONN\w+|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT_\w+|ERR_TLS_\w+|\w*SELF_SIGNED\w*)$/;
/** Covers Ceph and most others, MinIO, MinIO with a bucket limit, Garage, and Wasabi. */
const FULL_CODE = /quota|storagefull|insufficientstorage|insufficientcapacity/i;

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');
const statusOf = (error: unknown) =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** The object doesn't exist; a missing bucket doesn't count. */
export const isAbsent = (error: unknown): boolean =>
  statusOf(error) === 404 && !['NoSuchBucket', 'NoSuchUpload'].includes(nameOf(error));

/** The object exists (`If-None-Match` failed), or another upload is creating it. */
export const isTaken = (error: unknown): boolean =>
  statusOf(error) === 412 || nameOf(error) === 'ConditionalRequestConflict';

export const isNoUpload = (error: unknown): boolean => nameOf(error) === 'NoSuchUpload';

export function knownReasonOf(error: unknown): string | null {
  const [name, status] = [nameOf(error), statusOf(error)];
  if (status === 404 && !isNoUpload(error)) return 'S3_BUCKET does not exist';
  if (status === 401 || status === 403) {
    return `the key in S3_ACCESS_KEY_ID was rejected (${name})`;
  }
  if (status === 301 || status === 307 || name === 'AuthorizationHeaderMalformed') {
    return 'the bucket is not in the region set in S3_REGION';
  }
  const code = errorCode(error);
  if (CLOSED_CODE.test(code)) return `S3_ENDPOINT closed the connection (${code})`;
  if (name === 'TimeoutError' || name === 'AbortError')
    return 'S3_ENDPOINT did not respond in time';
  if (NETWORK_CODE.test(code)) return `S3_ENDPOINT cannot be reached (${code})`;
  return null;
}

const reasonOf = (error: unknown): string =>
  knownReasonOf(error) ??
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

class ObjectStorageError extends Error {
  override name = 'ObjectStorageError';
}

export function translateS3Error(error: unknown): Error {
  if (error instanceof AppError || error instanceof ObjectStorageError) return error;
  if (isStorageFull(error) || statusOf(error) === 507 || FULL_CODE.test(nameOf(error))) {
    return new AppError('STORAGE_FULL', undefined, { cause: error });
  }
  if (isAbsent(error) || errorCode(error) === 'ENOENT') {
    return new AppError('FILE_NOT_FOUND', undefined, { cause: error });
  }
  return new ObjectStorageError(`Object storage failed: ${reasonOf(error)}`, { cause: error });
}
