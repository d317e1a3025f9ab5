import type { ComparedView } from '#domain/submission-comparison.ts';
import type { CoverPicture } from '#domain/files.ts';
import { date } from '#web/lib/formats.ts';
import { PairSlider } from '#web/ui/compare/pair-slider.tsx';
import { Picture } from '#web/ui/picture.tsx';
import classes from './first-look.module.css';

type ChangedViewProps = {
  view: ComparedView | null;
  cover: CoverPicture | null;
  timeZone: string;
  /** Width on the screen, as in the `sizes` attribute of an image. */
  sizes: string;
  isEager?: boolean;
};

export function ChangedView({ view, cover, timeZone, sizes, isEager = false }: ChangedViewProps) {
  if (!view?.before) {
    const name = view ? `${view.viewpoint.name}, ${date(view.after.day, timeZone)}` : '';
    return (
      <div className={classes.picture}>
        <Picture picture={view?.after ?? cover} alt={name} sizes={sizes} isEager={isEager} />
      </div>
    );
  }
  const { viewpoint, before, after, turn } = view;
  return (
    <div className={classes.picture}>
      <PairSlider
        {...{ before, after, turn, sizes, isEager }}
        name={viewpoint.name}
        beforeLabel={date(before.day, timeZone)}
        afterLabel={date(after.day, timeZone)}
        pendingNote="Same viewpoint, not aligned yet"
      />
    </div>
  );
}
