import { useEffect, useRef, useState } from 'react';
import { START } from './picture/viewport.ts';
import { Pins } from './pins.tsx';
import type { useVideo } from './use-video.ts';
import type { ViewerState } from './use-viewer.ts';
import styles from './video-player.module.css';
import type { ViewerFile } from './viewer-file.ts';

type VideoPinsProps = {
  viewer: ViewerState;
  file: ViewerFile;
  film: Pick<ReturnType<typeof useVideo>, 'time' | 'pause' | 'seek'>;
};

/** The video pauses while a spot is chosen. */
export function VideoPins({ viewer, file, film: { time, pause, seek } }: VideoPinsProps) {
  const { isPlacing } = viewer.pin;
  const element = useRef<HTMLDivElement>(null);
  const [pane, setPane] = useState(START.pane);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setPane(entry.contentRect));
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (isPlacing) pause();
  }, [isPlacing, pause]);
  return (
    <div ref={element} className={styles.pins}>
      <Pins {...{ viewer, file }} view={{ ...START, pane }} seconds={time} onSeek={seek} />
    </div>
  );
}
