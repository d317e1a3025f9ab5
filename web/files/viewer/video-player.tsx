import { useState, useEffect } from 'react';
import { pictureUrl, presetFor } from '#domain/pictures.ts';
import { isFinal, VideoSources } from '#web/ui/picture/lazy-video.tsx';
import type { ViewerState } from './use-viewer.ts';
import { VideoPins } from './video-pins.tsx';
import { VideoTools } from './video-tools.tsx';
import { LoadFailure } from './load-failure.tsx';
import { useVideo } from './use-video.ts';
import styles from './video-player.module.css';
import type { ViewerFile } from './viewer-file.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { type FlightMoment, momentAt, readFlightLog } from './flight-log.ts';

const FAILED_MOMENTS: FlightMoment[] = [{ from: 0, text: "The flight data can't be read." }];

function FlightData({ url, time }: { url: string; time: number }) {
  const units = useUnits();
  const [moments, setMoments] = useState<FlightMoment[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    const load = async () => {
      const answer = await fetch(url, { signal: controller.signal });
      const read = answer.ok ? readFlightLog(await answer.text(), units) : [];
      setMoments(read.length > 0 ? read : FAILED_MOMENTS);
    };
    load().catch(() => {
      if (!controller.signal.aborted) setMoments(FAILED_MOMENTS);
    });
    return () => controller.abort();
  }, [url, units]);
  const message = momentAt(moments, time)?.text;
  return message ? <p className={styles.notes}>{message}</p> : null;
}

const POSTER_WIDTH = 1024;

/** Use the file's ID as `key`. */
export function VideoPlayer({ viewer, file }: { viewer: ViewerState; file: ViewerFile }) {
  const { film, ...tools } = useVideo();
  const [failures, setFailures] = useState({ count: 0, isFailed: false });
  const [hasNotes, setHasNotes] = useState(false);
  const { flightLogUrl } = file;
  const poster = presetFor(file.presets, POSTER_WIDTH);
  if (failures.isFailed) {
    const retry = () => setFailures({ count: failures.count + 1, isFailed: false });
    return <LoadFailure message={file.errorMessage ?? 'Failed to load video'} onRetry={retry} />;
  }
  return (
    <div className={styles.video}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- drone footage has no speech */}
      <video
        key={failures.count}
        {...film}
        poster={poster === null ? undefined : pictureUrl(file.mediaUrl, poster)}
        preload="metadata"
        playsInline
        aria-label={file.title}
        onErrorCapture={(event) => setFailures({ ...failures, isFailed: isFinal(event) })}
      >
        <VideoSources video={file} />
      </video>
      {viewer.pins ? <VideoPins {...{ viewer, file }} film={tools} /> : null}
      {flightLogUrl && hasNotes ? <FlightData url={flightLogUrl} time={tools.time} /> : null}
      <VideoTools
        film={tools}
        onPin={viewer.canPin ? viewer.startPin : null}
        chapters={file.chapters ?? []}
        flightData={
          flightLogUrl ? { isShown: hasNotes, toggle: () => setHasNotes(!hasNotes) } : null
        }
      />
    </div>
  );
}
