import { videoUrl } from '#domain/pictures.ts';

type VideoSourcesProps = {
  video: { mediaUrl: string; originalUrl: string | null };
  /** None of them can be played. */
  onFailed: () => void;
};

/** What a `<video>` plays: the version made for browsers, else the original where it may be had. */
export function VideoSources({ video, onFailed }: VideoSourcesProps) {
  const { originalUrl } = video;
  return (
    <>
      <source
        src={videoUrl(video.mediaUrl)}
        type="video/mp4"
        onError={originalUrl ? undefined : onFailed}
      />
      {originalUrl ? <source src={originalUrl} onError={onFailed} /> : null}
    </>
  );
}
