import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { writeVideo } from '#test/fixtures/videos.ts';
import { assertNotTruncated } from './truncated-file.ts';

const folder = temporaryFolder();

test.each([
  ['avi', 'mpeg4'],
  ['wmv', 'wmv2'],
])('a truncated video is refused: %s', async (extension, codec) => {
  const whole = folder.path(`whole.${extension}`);
  await writeVideo(whole, { output: ['-c:v', codec] });
  await expect(assertNotTruncated(whole)).resolves.toBeUndefined();
  const bytes = await readFile(whole);
  const cut = await folder.write(`cut.${extension}`, bytes.subarray(0, bytes.length * 0.6));
  await expect(assertNotTruncated(cut)).rejects.toMatchObject({
    code: 'FILE_DAMAGED',
    message: 'The video is incomplete: only 59% of it is present.',
  });
});

test('a file without a stated length passes', async () => {
  const live = Buffer.alloc(200);
  live.write('RIFF', 'latin1');
  await expect(assertNotTruncated(await folder.write('live.avi', live))).resolves.toBeUndefined();
  await expect(assertNotTruncated(await folder.write('a.bin', 'RIFF'))).resolves.toBeUndefined();
});
