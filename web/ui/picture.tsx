import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import type { CoverPicture } from '#domain/files.ts';
import { usePlaceholder } from './picture/placeholder.ts';
import { missingPicture, useOnReconnect, useSmallFirst } from './picture/use-small-first.ts';
import classes from './picture.module.css';

type PictureProps = {
  picture: CoverPicture | null;
  /** Empty if adjacent text says the same. */
  alt: string;
  sizes: string;
  ratio?: number;
  isEager?: boolean;
};

/** The box keeps its aspect ratio while the picture is loading or missing. */
export function Picture({ picture, alt, sizes, ratio = 16 / 9, isEager = false }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  useOnReconnect(failed !== null, () => setFailed(null));
  const placeholder = usePlaceholder(picture?.thumbhash ?? null);
  const { sources, isFirst, onLoaded, onFailed } = useSmallFirst(picture);
  const style = { ...(sources ? placeholder : {}), aspectRatio: String(ratio) };
  if (!sources) {
    return (
      <div className={classes.box} style={style}>
        <div className={classes.none}>
          <IconPhoto size={28} stroke={1.25} aria-hidden />
        </div>
      </div>
    );
  }
  return (
    <div className={classes.box} style={style}>
      {failed === sources.src ? (
        <div className={classes.none}>{missingPicture()}</div>
      ) : (
        <img
          {...sources}
          sizes={sizes}
          alt={alt}
          width={picture?.width ?? undefined}
          height={picture?.height ?? undefined}
          loading={isEager ? 'eager' : 'lazy'}
          decoding="async"
          fetchPriority={isFirst ? 'high' : 'auto'}
          onLoad={onLoaded}
          onError={() => {
            if (!onFailed()) setFailed(sources.src);
          }}
        />
      )}
    </div>
  );
}
