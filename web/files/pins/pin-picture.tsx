import { useElementSize } from '@mantine/hooks';
import type { Pin } from '#domain/pins.ts';
import { Picture } from '#web/ui/picture.tsx';
import { Drawings } from './drawings.tsx';
import { Marker } from './pin-table.tsx';
import classes from './pin-table.module.css';

type PinPictureProps = { pin: Pin; photo: NonNullable<Pin['photo']> };

/** The photo with the pin's marker and drawing. */
export function PinPicture({ pin: { place, drawing }, photo }: PinPictureProps) {
  const { ref, ...element } = useElementSize();
  const { title, width, height } = photo;
  return (
    <div ref={ref} className={classes.picture}>
      <Picture
        picture={{ ...photo, thumbhash: null }}
        alt={`${title} with a marked spot`}
        sizes="(width < 75em) 100vw, 60vw"
        ratio={width && height ? width / height : undefined}
        isEager
      />
      <Drawings shapes={drawing} size={element} />
      {place.kind === 'file' ? <Marker {...place} /> : null}
    </div>
  );
}
