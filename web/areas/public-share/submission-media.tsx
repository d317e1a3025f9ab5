import { useState, useEffect } from 'react';
import { byteSize } from '#domain/byte-size.ts';
import type { SharedFile } from '#domain/files.ts';
import type { SharedPage } from '#domain/share-links.ts';
import type { SharedSubmission } from '#domain/submissions.ts';
import { documentedDay, weekBadge } from '#domain/weeks.ts';
import { PhotoGallery } from '#web/files/gallery/photo-gallery.tsx';
import { VideoGallery } from '#web/files/gallery/video-gallery.tsx';
import type { Opening } from '#web/files/viewer/opening.ts';
import { archiveFiles, dateAndAge } from '#web/lib/formats.ts';
import { useUnitsSetting } from '#web/lib/use-units.ts';
import shared from './shared-page.module.css';
import styles from './week-media.module.css';
import { type SharedFiles, useFilesOf } from './use-shared-files.ts';
import { FilesLoading } from './files-loading.tsx';
import { SubmissionSelect } from './submission-select.tsx';

type SubmissionMediaProps = {
  page: SharedPage;
  submission: SharedSubmission;
  files: SharedFiles;
  now: Date;
  onSubmission: (id: string) => void;
  onOpen: (opening: Opening) => void;
};

export function SubmissionMedia({
  page,
  submission,
  files,
  now,
  onSubmission,
  onOpen,
}: SubmissionMediaProps) {
  const { submissions, project } = page;
  const { choice } = useUnitsSetting();
  const query = choice === 'project' ? '' : `?units=${choice}`;
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
            name="week"
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
          {page.showPhotos && (photos.length > 0 || submission.fileCount === 0) ? (
            <>
              <h3 className={styles.mediaTitle}>Photo gallery</h3>
              <Photos key={submission.id} photos={photos} onOpen={open} />
            </>
          ) : null}
          {videos.length > 0 ? (
            <>
              <h3 className={styles.mediaTitle}>Video gallery</h3>
              <VideoGallery videos={videos} />
            </>
          ) : null}
          <Documents files={data.files} />
          {data.download ? (
            <p className={`${shared.download} screen-only`}>
              <a className={shared.button} href={data.download.url} download>
                Download all originals
              </a>
              <span>
                {archiveFiles(data.download.fileCount, data.download.rawCount)},{' '}
                {byteSize(data.download.bytes)}
              </span>
              <a href={`${data.download.reportUrl}${query}`} target="_blank">
                PDF report
              </a>
            </p>
          ) : null}
        </>
      ) : (
        <FilesLoading error={error} onRetry={() => void files.load(submission.id)} />
      )}
    </section>
  );
}

const isDocument = ({ kind }: SharedFile) => kind === 'document';

function Documents({ files }: { files: readonly SharedFile[] }) {
  const documents = files.filter(isDocument);
  if (documents.length === 0) return null;
  return (
    <>
      <h3 className={styles.mediaTitle}>Documents</h3>
      <ul className={styles.documents}>
        {documents.map(({ id, fileName, fileSize, originalUrl }) => (
          <li key={id}>
            {originalUrl ? (
              <a href={originalUrl} download>
                {fileName}
              </a>
            ) : (
              fileName
            )}
            <span className={shared.quiet}>{byteSize(fileSize)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

type PhotosProps = Pick<React.ComponentProps<typeof PhotoGallery>, 'photos' | 'onOpen'>;

function Photos(props: PhotosProps) {
  const isLater = !useIsFirstPictureDone();
  return (
    <PhotoGallery {...props} columns={3} keepsFirst clicks={useState(0)} isDeferred={isLater} />
  );
}

/**
 * True once the page's first picture has loaded or failed, or the visitor has scrolled. Later pictures wait for that:
 * on a slow connection, loading all at once would delay the first.
 */
function useIsFirstPictureDone(): boolean {
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    const done = () => setIsDone(true);
    if (document.readyState === 'complete') done();
    window.addEventListener('load', done);
    window.addEventListener('scroll', done, { passive: true });
    return () => {
      window.removeEventListener('load', done);
      window.removeEventListener('scroll', done);
    };
  }, []);
  return isDone;
}
