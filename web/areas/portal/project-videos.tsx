import { IconVideo } from '@tabler/icons-react';
import type { Submission } from '#domain/submissions.ts';
import { VideoGallery } from '#web/files/gallery/video-gallery.tsx';
import { useFilesOf } from '#web/submissions/api.ts';
import { DriveFile } from '#web/submissions/published/drive-file.tsx';
import { filmCount, linkedFilms } from '#web/submissions/published/linked-films.ts';
import { ShowMore, useShowMore } from '#web/ui/show-more.tsx';
import { FILE_PORTIONS, FoundMedia } from './found-media.tsx';

/** The videos of submissions, and those that their texts link to. */
export function ProjectVideos({ submissions }: { submissions: readonly Submission[] }) {
  const withVideos = submissions.filter((submission) => filmCount(submission) > 0);
  const { shown, total, showMore } = useShowMore(withVideos, { ...FILE_PORTIONS, name: 'videos' });
  const found = useFilesOf(shown);
  const videos = found.files.filter(({ file }) => file.kind === 'video');
  return (
    <>
      <FoundMedia
        {...found}
        files={videos}
        empty={{ icon: IconVideo, title: 'No Videos Yet' }}
        first={shown.flatMap((submission) =>
          linkedFilms(submission).map((link) => (
            <DriveFile
              key={`${submission.id} ${link.id}`}
              submissionId={submission.id}
              link={link}
            />
          )),
        )}
      >
        <VideoGallery videos={videos.map(({ file }) => file)} />
      </FoundMedia>
      <ShowMore label="Show Older Videos" shown={shown.length} total={total} onPress={showMore} />
    </>
  );
}
