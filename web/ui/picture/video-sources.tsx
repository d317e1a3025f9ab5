import { videoUrl } from '#domain/pictures.ts';

type VideoSourcesProps = { video: { mediaUrl: string; originalUrl: string | null } };

/** What a `<video>` plays: the version made for browsers, else the original where it may be had. */
export function VideoSources({ video: { mediaUrl, originalUrl } }: VideoSourcesProps) {
  return (
    <>
      <source src={videoUrl(mediaUrl)} type="video/mp4" />
      {originalUrl ? <source src={originalUrl} /> : null}
    </>
  );
}

/**
 * Whether an error that a `<video>` hears on its way down means that nothing can be played: its own, or that
 * of its last source. Such errors do not bubble.
 */
export const isFinal = ({
  target,
  currentTarget,
}: {
  target: EventTarget;
  currentTarget: Element;
}) => target === currentTarget || target === currentTarget.lastElementChild;
