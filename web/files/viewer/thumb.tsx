import { useState } from 'react';
import { pictureUrl, presetFor } from '#domain/pictures.ts';
import type { CoverPicture } from '#domain/files.ts';
import { averageColor } from '#web/ui/picture/placeholder.ts';
import styles from './viewer.module.css';

/** In pixels, at least twice the displayed width. */
const WIDTH = 256;

export function Thumb({ picture }: { picture: Omit<CoverPicture, 'width' | 'height'> | null }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const preset = picture && presetFor(picture.presets, WIDTH);
  const url = picture && preset ? pictureUrl(picture.mediaUrl, preset) : null;
  const isUnavailable = picture !== null && (url === null || url === failedUrl);
  return (
    <span
      className={styles.thumb}
      style={{ backgroundColor: averageColor(picture?.thumbhash ?? null) }}
    >
      {isUnavailable ? <span className={styles.failed}>Image unavailable</span> : null}
      {url && !isUnavailable ? (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailedUrl(url)}
        />
      ) : null}
    </span>
  );
}
