import { byteSize } from '#domain/byte-size.ts';
import { fileParts } from '#domain/file-counts.ts';
import { counted } from '#web/lib/formats.ts';
import type { CardPhoto } from './reading/card-photo.ts';

const kindOf = ({ kind, raster, sidecar }: CardPhoto) => {
  if (raster) return 'map';
  if (kind !== 'other') return kind;
  return sidecar === null ? 'document' : 'sidecar';
};

/** A visit's files: '7 photos, 1 document, 1 RAW file · 45 MB'. `raws`: RAW files that belong to a photo. */
export function contentsText(files: readonly CardPhoto[], raws: ReadonlySet<CardPhoto>): string {
  const kinds = files.filter((file) => !raws.has(file)).map(kindOf);
  const countOf = (kind: ReturnType<typeof kindOf>) => kinds.filter((each) => each === kind).length;
  const parts = fileParts({
    photoCount: countOf('photo'),
    videoCount: countOf('video'),
    mapCount: countOf('map'),
    documentCount: countOf('document'),
    fileCount: kinds.length,
  });
  const all = raws.size === 0 ? parts : [...parts, { count: raws.size, name: 'RAW file' }];
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return `${all.map(({ count, name }) => counted(count, name)).join(', ')} · ${byteSize(bytes)}`;
}
