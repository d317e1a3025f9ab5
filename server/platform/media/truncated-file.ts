import { open } from 'node:fs/promises';
import { AppError } from '#domain/errors.ts';

/** GUIDs in file byte order ([ASF] 1.20.03, sections 10.1 and 10.2). */
const ASF_HEADER = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex');
const ASF_FILE_PROPERTIES = Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex');
const HEAD_BYTES = 64 * 1024;
const UNKNOWN = [0, 0xffff_ffff];

/**
 * Throws FILE_DAMAGED if an AVI or WMV is shorter than its header states; players would show it as if it were complete.
 */
export async function assertNotTruncated(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(Math.min(size, HEAD_BYTES));
    await file.read(head, 0, head.length, 0);
    const announced = statedBytes(head);
    if (announced === null || announced <= size) return;
    const share = Math.max(1, Math.floor((size / announced) * 100));
    throw new AppError('FILE_DAMAGED', `The video is incomplete: only ${share}% of it is present.`);
  } finally {
    await file.close();
  }
}

function statedBytes(head: Buffer): number | null {
  // The first RIFF chunk spans the rest of the file (Multimedia Programming Interface 1.0, chapter 2).
  if (head.length > 12 && head.toString('latin1', 0, 4) === 'RIFF') {
    const bytes = head.readUInt32LE(4);
    return UNKNOWN.includes(bytes) ? null : bytes + 8;
  }
  if (!head.subarray(0, 16).equals(ASF_HEADER)) return null;
  const at = head.indexOf(ASF_FILE_PROPERTIES);
  // The file size is at byte 40 of this object, the flags are at byte 88.
  if (at < 0 || at + 92 > head.length) return null;
  const isLive = (head.readUInt32LE(at + 88) & 1) === 1;
  return isLive ? null : Number(head.readBigUInt64LE(at + 40)) || null;
}

/** End-of-file marker of a PDF (ISO 32000-1, 7.5.5) and end record of a .docx, which is a ZIP (APPNOTE.TXT, 4.3.16). */
const END_MARKS: Record<string, Buffer | undefined> = {
  'application/pdf': Buffer.from('%%EOF'),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
    Buffer.from('PK\x05\x06'),
};

const TAIL_BYTES = 66_000;

/** Throws FILE_DAMAGED for a truncated PDF or Word document. Other types pass. */
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
