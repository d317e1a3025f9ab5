import { IconFile, IconPhoto, IconVideo } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { CardPhoto } from './reading/card-photo.ts';
import classes from './visit.module.css';

const ICONS = { photo: IconPhoto, video: IconVideo, other: IconFile };

export function Thumb({ photo }: { photo: CardPhoto }) {
  const { thumbnail, kind } = photo;
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (!thumbnail || !picture.current) return;
    const url = URL.createObjectURL(thumbnail);
    picture.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [thumbnail]);
  if (thumbnail) return <img ref={picture} className={classes.thumb} alt="" decoding="async" />;
  const Icon = ICONS[kind];
  return (
    <span className={classes.thumb} data-empty>
      <Icon size={20} stroke={1.5} aria-hidden />
    </span>
  );
}
