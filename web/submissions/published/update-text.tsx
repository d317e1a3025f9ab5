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
import { Film, VideoSources } from '#web/ui/picture/film.tsx';

const LINK =
  /(?:\[[^\]\n]*\]\s*:?\s*\(?)?(https?:\/\/(?:drive|docs|drive\.usercontent)\.google\.com\/[^\s<>"'\])]+)/gi;

/**
 * A submission's text as people read it: without the links to files in a cloud drive, which are shown
 * below it, without the bracketed names in front of them, and without the empty lines they leave. 'All flights:'
 * with nothing behind it any more says where they are.
 */
export function cleanText(text: string | null): string {
  return (text ?? '')
    .split('\n')
    .flatMap((line) => {
      const clean = line
        .replace(LINK, (all, url: string) => (driveTarget(url) ? '' : all))
        .trimEnd();
      const isLinkLine = clean !== line.trimEnd() && /^[\s()[\]<>:.*•-]*$/.test(clean);
      if (isLinkLine) return [];
      return [clean !== line.trimEnd() && clean.endsWith(':') ? `${clean} below` : clean];
    })
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

const RATIO = 3 / 2;

/** A file inside of a text: to look at, to play, or to download. */
function EmbeddedFile({ file }: { file: SubmissionFile }) {
  const { kind, fileName, presets, width, height, originalUrl } = file;
  const player = useRef<HTMLVideoElement>(null);
  if (kind === 'video') {
    return (
      <Film
        player={player}
        name="Video"
        seconds={file.durationSeconds}
        poster={file}
        className={classes.video}
      >
        <VideoSources video={file} />
      </Film>
    );
  }
  if (presets.length > 0) {
    return (
      <div className={classes.picture}>
        <Picture
          picture={file}
          alt={file.viewpointName ?? 'Photo'}
          sizes="(width < 48em) 100vw, 44rem"
          ratio={width && height ? width / height : RATIO}
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

/** Copies are absent in what a browser kept from before there were any. */
type UpdateTextProps = {
  submission: Pick<Submission, 'id' | 'summary' | 'contentText'> &
    Partial<Pick<Submission, 'driveCopies'>>;
};

/** Summary and text of a submission with the media that stand in it; nothing when it has neither. */
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
  /** The file that was imported of a link. */
  copyOf: (link: DriveLink) => SubmissionFile | undefined;
};

/** What a text links to in Google Drive: the files themselves where they are here, else the way there. */
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
