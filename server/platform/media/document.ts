import { open } from 'node:fs/promises';
import { AppError } from '#domain/errors.ts';

/**
 * What the last bytes of a whole document of this type hold: the end-of-file marker of a PDF
 * (ISO 32000-1, 7.5.5), or the end record of the archive that a Word document is (APPNOTE.TXT, 4.3.16).
 */
const END_MARKS: Record<string, Buffer | undefined> = {
  'application/pdf': Buffer.from('%%EOF'),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
    Buffer.from('PK\x05\x06'),
};

/** As far as the comment of an archive reaches; readers of PDF forgive what stands behind the marker. */
const TAIL_BYTES = 66_000;

/** Rejects with FILE_DAMAGED when a PDF or Word document was cut off. Other types pass. */
export async function checkDocument(path: string, mime: string): Promise<void> {
  const mark = END_MARKS[mime];
  if (!mark) return;
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    await file.read(tail, 0, tail.length, size - tail.length);
    if (tail.includes(mark)) return;
  } finally {
    await file.close();
  }
  throw new AppError('FILE_DAMAGED', 'The document is damaged: part of it is missing.');
}
