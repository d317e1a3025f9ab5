import { Anchor, Text } from '@mantine/core';
import { byteSize } from '#domain/byte-size.ts';
import type { FileKind, SubmissionFile } from '#domain/files.ts';
import type { Submission } from '#domain/submissions.ts';
import { counted } from '#web/lib/formats.ts';
import { Section } from '#web/ui/section.tsx';
import { useFilesOf } from '../api.ts';
import classes from './other-files.module.css';

const KIND_LABELS: Partial<Record<FileKind, string>> = {
  raster: 'Map',
  document: 'Document',
  other: 'File',
};

const sectionOf = (kind: FileKind) => (kind === 'document' ? 'Documents' : 'Maps and other files');

export function OtherFiles({ submission }: { submission: Submission }) {
  const { files } = useFilesOf([submission]);
  const others = files.flatMap(({ file }) => (KIND_LABELS[file.kind] ? [file] : []));
  return ['Documents', 'Maps and other files'].map((name) => {
    const listed = others.filter(({ kind }) => sectionOf(kind) === name);
    return listed.length > 0 ? (
      <Section key={name} title={name}>
        <FileList files={listed} />
      </Section>
    ) : null;
  });
}

/** Bands and panorama tiles are collapsed, because one photo can have many. */
export function FileList({ files }: { files: readonly SubmissionFile[] }) {
  return (
    <>
      <Rows files={files.filter(({ part }) => !part)} />
      {PART_LABELS.map(([part, one, many]) => {
        const parts = files.filter((file) => file.part === part);
        return parts.length > 0 ? (
          <details key={part} className={classes.parts}>
            <summary>{counted(parts.length, one, many)}</summary>
            <Rows files={parts} />
          </details>
        ) : null;
      })}
    </>
  );
}

const PART_LABELS = [
  ['tile', 'panorama tile', 'panorama tiles'],
  ['band', 'multispectral band', 'multispectral bands'],
] as const;

function Rows({ files }: { files: readonly SubmissionFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className={classes.files}>
      {files.map(({ id, kind, fileName, fileSize, originalUrl }) => (
        <li key={id} className={classes.file}>
          <div className={classes.name}>
            <Text fw={500}>{fileName}</Text>
            <Text c="dimmed" size="xs" className="tabular">
              {KIND_LABELS[kind]} · {byteSize(fileSize)}
            </Text>
          </div>
          {originalUrl ? (
            <Anchor href={originalUrl} download={fileName} fw={500}>
              Download<span className="visually-hidden"> {fileName}</span>
            </Anchor>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
