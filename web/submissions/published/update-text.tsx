import { Text, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { contentParts, embeddedIds } from '#domain/content-text.ts';
import { driveLinksIn, type DriveLink, driveTarget } from '#domain/drive-links.ts';
import type { Submission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { LoadError } from '#web/ui/states.tsx';
import classes from './update-text.module.css';
import type { SubmissionFile } from '#domain/files.ts';
import { ShowMore, useShowMore } from '#web/ui/show-more.tsx';
import { DriveFile } from './drive-file.tsx';
import { useRef } from 'react';
import { Picture } from '#web/ui/picture.tsx';
import { LazyVideo, VideoSources } from '#web/ui/picture/lazy-video.tsx';

const DRIVE_LINK =
  /(?:\[[^\]\n]*\]\s*:?\s*\(?)?(https?:\/\/(?:drive|docs|drive\.usercontent)\.google\.com\/[^\s<>"'\])]+)/gi;

/**
 * Removes Google Drive links, including their bracketed names and the empty lines they leave behind. The linked files
 * are listed below the text, so a remaining 'All flights:' becomes 'All flights: below'.
 */
export function cleanText(text: string | null): string {
  return (text ?? '')
    .split('\n')
    .flatMap((line) => {
      const clean = line
        .replace(DRIVE_LINK, (all, url: string) => (driveTarget(url) ? '' : all))
        .trimEnd();
      const isLinkLine = clean !== line.trimEnd() && /^[\s()[\]<>:.*•-]*$/.test(clean);
      if (isLinkLine) return [];
      return [clean !== line.trimEnd() && clean.endsWith(':') ? `${clean} below` : clean];
    })
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

const DEFAULT_RATIO = 3 / 2;

function EmbeddedFile({ file }: { file: SubmissionFile }) {
  const { kind, fileName, presets, width, height, originalUrl } = file;
  const player = useRef<HTMLVideoElement>(null);
  if (kind === 'video') {
    return (
      <LazyVideo
        player={player}
        name="Video"
        seconds={file.durationSeconds}
        poster={file}
        className={classes.video}
      >
        <VideoSources video={file} />
      </LazyVideo>
    );
  }
  if (presets.length > 0) {
    return (
      <div className={classes.picture}>
        <Picture
          picture={file}
          alt={file.viewpointName ?? 'Photo'}
          sizes="(width < 48em) 100vw, 44rem"
          ratio={width && height ? width / height : DEFAULT_RATIO}
        />
      </div>
    );
  }
  return originalUrl ? (
    <Anchor href={originalUrl} download={fileName} fw={500} w="fit-content">
      Download {fileName}
    </Anchor>
  ) : null;
}

/** `driveCopies` is missing in submissions cached by older versions. */
type UpdateTextProps = {
  submission: Pick<Submission, 'id' | 'summary' | 'contentText'> &
    Partial<Pick<Submission, 'driveCopies'>>;
};

export function UpdateText({ submission }: UpdateTextProps) {
  const { id, summary, contentText, driveCopies = {} } = submission;
  const text = contentText ?? '';
  const links = driveLinksIn(text);
  const files = useQuery(
    api.files.listPublished.queryOptions({
      input: { submissionId: id },
      enabled: embeddedIds(text).length > 0 || links.some((link) => driveCopies[link.id]),
    }),
  );
  const fileOf = (fileId: string | undefined) =>
    files.data?.files.find((each) => each.id === fileId);
  const parts = contentParts(text).flatMap((part) => {
    if (part.kind === 'text') {
      const clean = cleanText(part.text);
      return clean
        ? [
            <Text key={part.at} className={classes.text} c="dimmed">
              {clean}
            </Text>,
          ]
        : [];
    }
    const file = fileOf(part.fileId);
    return file ? [<EmbeddedFile key={part.at} file={file} />] : [];
  });
  return (
    <div className={classes.update}>
      {summary ? <Text className={classes.text}>{summary}</Text> : null}
      {parts}
      {files.isError && !files.data ? (
        <LoadError title="Failed to load files" query={files} />
      ) : null}
      <DriveFiles
        submissionId={id}
        links={files.isLoading ? links.filter((link) => !driveCopies[link.id]) : links}
        copyOf={(link) => fileOf(driveCopies[link.id])}
      />
    </div>
  );
}

type DriveFilesProps = {
  submissionId: string;
  links: readonly DriveLink[];
  copyOf: (link: DriveLink) => SubmissionFile | undefined;
};

/** Linked Google Drive files. Shows the imported copy if there is one, otherwise a link. */
function DriveFiles({ submissionId, links, copyOf }: DriveFilesProps) {
  const portions = { name: `drive files of ${submissionId}`, first: 6, more: 24 };
  const { shown, total, showMore } = useShowMore(links, portions);
  return (
    <>
      {shown.map((link) => {
        const copy = copyOf(link);
        return copy ? (
          <EmbeddedFile key={link.id} file={copy} />
        ) : (
          <DriveFile key={link.id} submissionId={submissionId} link={link} />
        );
      })}
      <ShowMore label="Show More Files" shown={shown.length} total={total} onPress={showMore} />
    </>
  );
}
