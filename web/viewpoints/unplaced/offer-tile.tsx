import { type DragEvent, useState } from 'react';
import type { ProjectViewpoint } from '#domain/viewpoint-history.ts';
import { Picture } from '#web/ui/picture.tsx';
import classes from './unplaced.module.css';

type ViewpointTileProps = {
  viewpoint: ProjectViewpoint;
  label: string;
  note: string;
  isDisabled: boolean;
  onPress: () => void;
  /** Called when photos are dropped on the tile. Without it, nothing can be dropped. */
  onDrop?: (() => void) | undefined;
};

export function ViewpointTile({
  viewpoint,
  label,
  note,
  isDisabled,
  onPress,
  onDrop,
}: ViewpointTileProps) {
  const [isOver, setOver] = useState(false);
  const accept = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onDrop?.();
  };
  const target = onDrop
    ? { onDragEnter: accept, onDragOver: accept, onDragLeave: () => setOver(false), onDrop: drop }
    : {};
  return (
    <button
      type="button"
      className={classes.offer}
      aria-label={label}
      // A `disabled` button wouldn't receive drops.
      aria-disabled={isDisabled}
      data-over={isOver}
      onClick={() => (isDisabled ? undefined : onPress())}
      {...target}
    >
      <Picture picture={viewpoint.cover} alt="" sizes="8rem" ratio={3 / 2} />
      <span>{viewpoint.name}</span>
      <span className={classes.by}>{note}</span>
    </button>
  );
}
