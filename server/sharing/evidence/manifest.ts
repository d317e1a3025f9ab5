import { BLOCK_BYTES, SIGNING_KEYS_PATH, type SigningKey } from '#domain/evidence.ts';
import type { FlightRecord } from '#domain/flight-records.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import type { BlockHashes } from './blocks.ts';
import type { FileRow, PackRow, PinRow, SubmissionRow } from './queries.ts';

export type PackedFile = { path: string; file: FileRow; hashes: BlockHashes };
/** A part of the pack that isn't an original. */
export type Companion = { path: string; bytes: number; sha256: string };

export type PackFacts = {
  pack: PackRow;
  madeAt: Date;
  origin: string;
  operator: string;
  key: SigningKey;
  weeks: readonly SubmissionRow[];
  flights: readonly { title: string; record: FlightRecord }[];
  pins: readonly PinRow[];
  files: readonly PackedFile[];
};

/** One file per line, so that people can read it. Format: docs/evidence.md. */
export function manifestOf(facts: PackFacts, companions: readonly Companion[]): Buffer {
  const { pack, madeAt, origin, operator, key, weeks, files } = facts;
  const head = {
    format: 'overfly-evidence',
    version: 1,
    madeAt: madeAt.toISOString(),
    madeFor: { id: pack.personId, name: pack.personName },
    installation: { operator, address: origin, software: `Overfly ${packageJson.version}` },
    signingKey: { keyId: key.kid, publishedAt: `${origin}${SIGNING_KEYS_PATH}` },
    project: {
      id: pack.projectId,
      name: pack.projectName,
      company: pack.companyName,
      timeZone: pack.timeZone,
    },
    blockBytes: BLOCK_BYTES,
  };
  const lists = [
    listOf('weeks', weeks.map(presentWeek)),
    listOf('companions', companions),
    listOf('files', files.map(presentFile)),
  ];
  const text = `${JSON.stringify(head, null, 1).slice(0, -2)},\n${lists.join(',\n')}\n}\n`;
  return Buffer.from(text);
}

const listOf = (name: string, rows: readonly object[]) =>
  ` "${name}": [\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n ]`;

const instant = (date: Date | null) => date?.toISOString() ?? null;

const presentWeek = (week: SubmissionRow) => ({
  id: week.id,
  title: week.title,
  status: week.status,
  recordedDate: week.recordedDate,
  flownAt: instant(week.flownAt),
  firstPublishedAt: instant(week.firstPublishedAt),
  publishedAt: week.status === 'draft' ? null : instant(week.publishedAt),
  publishedBy: publisherOf(week),
});

export const publisherOf = ({ publishedBy, status }: SubmissionRow): string | null => {
  if (status === 'draft' || publishedBy === null) return null;
  return publishedBy.name ?? (publishedBy.kind === 'system' ? 'on schedule' : null);
};

const presentFile = ({ path, file, hashes }: PackedFile) => ({
  path,
  bytes: hashes.bytes,
  sha256: hashes.sha256,
  id: file.id,
  week: file.submissionId,
  originalName: file.fileName,
  type: file.fileType,
  uploadedAt: file.createdAt.toISOString(),
  uploadedBy: file.uploadedBy,
  capturedAt: instant(file.capturedAt),
  cameraClock: file.cameraClock,
  camera: [file.cameraMake, file.cameraModel].filter(Boolean).join(' ') || null,
  position: file.latitude === null ? null : [file.latitude, file.longitude],
  // A single block has the hash of the whole file, which is already listed.
  blocks: hashes.blocks.length > 1 ? hashes.blocks : [],
});
