// Stores objects with key argv[3] in the storage described by argv[2]. With a file path in argv[4], adopts that file
// and prints the peak memory increase in MB. Without one, puts 64 MiB of ones, then twos, and so on until killed, and
// prints the number before each.
import { diskStorage } from '#server/platform/storage/disk.ts';
import { s3Storage, type S3Settings } from '#server/platform/storage/s3.ts';

type Place = { root: string } | { s3: S3Settings; scratch: string };

const [place, key = '', path] = process.argv.slice(2);
const where = JSON.parse(place ?? '') as Place;
const storage =
  'root' in where ? diskStorage(where.root) : s3Storage(where.s3, { scratch: where.scratch });

const mostMemory = () => process.resourceUsage().maxRSS / 1024;
const before = mostMemory();
if (path) {
  await storage.moveIn(path, key);
  process.stdout.write(`${Math.round(mostMemory() - before)}\n`);
} else {
  for (let number = 1; ; number += 1) {
    process.stdout.write(`${number}\n`);
    await storage.put(key, Buffer.alloc(64 * 1024 ** 2, number));
  }
}
