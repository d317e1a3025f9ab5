import { statfsSync } from 'node:fs';

/** Kinds of file systems on Linux by their number (statfs, linux/magic.h). */
const SHARED = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
  [0x01021997, '9p'],
  [0x65735546, 'FUSE'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
  [0x0bd00bd0, 'Lustre'],
]);

/**
 * What an operator should know of the disk under a data directory that is locked; null for a disk of
 * this machine. On a disk that machines share, a lock may be seen on one of them only.
 */
export function warningOfDisk(directory: string, type = statfsSync(directory).type): string | null {
  // Negative where the number is a signed one.
  const name = process.platform === 'linux' ? SHARED.get(type >>> 0) : undefined;
  if (name === undefined) return null;
  return (
    `DATA_DIR: ${directory} is on a disk of type ${name}, which several machines may share. Start Overfly on ` +
    'one of them only: the others may not see that the directory is in use. Or use a PostgreSQL server (DATABASE_URL).'
  );
}
