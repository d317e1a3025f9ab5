import { useState } from 'react';
import type { SharedPage } from '#domain/share-links.ts';
import type { SharedSubmission } from '#domain/submissions.ts';
import { documentedDay, weekBadge } from '#domain/weeks.ts';
import { PhotoGallery } from '#web/features/gallery/photo-gallery.tsx';
import { VideoGallery } from '#web/features/gallery/video-gallery.tsx';
import type { Opening } from '#web/features/viewer/opening.ts';
import { counted, dateAndAge, storageSize } from '#web/lib/formats.ts';
import shared from './shared-page.module.css';
import styles from './week-media.module.css';
import { type SharedFiles, useFilesOf } from './use-shared-files.ts';
import { Waiting } from './waiting.tsx';
import { SubmissionSelect } from './submission-select.tsx';

type WeekMediaProps = {
  page: SharedPage;
  submission: SharedSubmission;
  files: SharedFiles;
  now: Date;
  onSubmission: (id: string) => void;
  onOpen: (opening: Opening) => void;
};

/** Photos and videos of one week, to look at and, where allowed, to download. */
export function SubmissionMedia({
  page,
  submission,
  files,
  now,
  onSubmission,
  onOpen,
}: WeekMediaProps) {
  const { submissions, project } = page;
  const { data, error } = useFilesOf(files, submission.id);
  const day = documentedDay(submission, project.timeZone);
  const photos = data?.files.filter(({ kind }) => kind === 'photo') ?? [];
  const videos = data?.files.filter(({ kind }) => kind === 'video') ?? [];
  const open = ({ id }: { id: string }) =>
    onOpen({ file: { submissionId: submission.id, fileId: id } });

  return (
    <section className={shared.wide} aria-labelledby="media">
      <div className={shared.head}>
        <div>
          <h2 id="media">{submission.title}</h2>
          <p className={shared.quiet}>
            <span className={styles.badge}>{weekBadge(day)}</span>
            <time dateTime={day}>{dateAndAge(day, project.timeZone, now)}</time>
          </p>
        </div>
        {submissions.length > 1 ? (
          <SubmissionSelect
            label="Week"
            submissions={submissions}
            value={submission.id}
            timeZone={project.timeZone}
            onChange={onSubmission}
          />
        ) : null}
      </div>
      {submission.summary ? <p className={styles.summary}>{submission.summary}</p> : null}
      {data ? (
        <>
          <h3 className={styles.mediaTitle}>Photo gallery</h3>
          <Photos key={submission.id} photos={photos} onOpen={open} />
          {videos.length > 0 ? (
            <>
              <h3 className={styles.mediaTitle}>Video gallery</h3>
              <VideoGallery videos={videos} />
            </>
          ) : null}
          {data.download ? (
            <p className={shared.download}>
              <a className={shared.button} href={data.download.url} download>
                Download all originals
              </a>
              <span>
                {counted(data.download.fileCount, 'file')}, {storageSize(data.download.bytes)}
              </span>
            </p>
          ) : null}
        </>
      ) : (
        <Waiting error={error} onRetry={() => void files.load(submission.id)} />
      )}
    </section>
  );
}

type PhotosProps = Pick<React.ComponentProps<typeof PhotoGallery>, 'photos' | 'onOpen'>;

/** A week that is looked at anew starts with its first photos. */
function Photos(props: PhotosProps) {
  return <PhotoGallery {...props} columns={3} keepsFirst presses={useState(0)} />;
}
