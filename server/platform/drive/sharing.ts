import { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import { fileUrl, type DriveEntry } from './entries.ts';
import type { DriveRef, Requests } from './requests.ts';

/** What Drive calls the permission of everybody who has the link. */
const ANYONE = 'anyoneWithLink';

export const isPublic = ({ permissionIds }: Pick<DriveEntry, 'permissionIds'>): boolean =>
  permissionIds.includes(ANYONE);

/** Lets everybody with the link read a file, without it being found by searching. */
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

/** Takes that back; nothing happens when it is so already. */
export async function shareWithNobodyElse(requests: Requests, base: string, ref: DriveRef) {
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
