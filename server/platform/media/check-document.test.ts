import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { checkDocument } from './truncated-file.ts';

const folder = temporaryFolder();
const PDF = 'application/pdf';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const damaged = {
  code: 'FILE_DAMAGED',
  message: 'The document is damaged: part of it is missing.',
};
const check = async (bytes: string, mime: string) =>
  checkDocument(await folder.write('document', Buffer.from(bytes, 'latin1')), mime);

test.each([
  ['%PDF-1.7\ntrailer\nstartxref\n9\n%%EOF\n', PDF],
  [`%PDF-1.7\n${' '.repeat(100_000)}%%EOF${'\0'.repeat(20_000)}`, PDF],
  [`PK\x03\x04${' '.repeat(100_000)}PK\x05\x06${'\0'.repeat(18)}`, WORD],
])('a complete document passes', async (bytes, mime) => {
  await expect(check(bytes, mime)).resolves.toBeUndefined();
});

test.each([
  ['%PDF-', PDF],
  [`%PDF-1.7\n%%EOF\n${' '.repeat(100_000)}`, PDF],
  [`PK\x03\x04${' '.repeat(100_000)}`, WORD],
])('a truncated document is damaged', async (bytes, mime) => {
  await expect(check(bytes, mime)).rejects.toMatchObject(damaged);
});

test('other documents are not checked', async () => {
  await expect(check('a,b\n', 'text/csv')).resolves.toBeUndefined();
});
