import { Button, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { ProjectViewpoint, UnplacedPhoto } from '#domain/viewpoint-history.ts';
import { date } from '#web/lib/formats.ts';
import { Picture } from '#web/ui/picture.tsx';
import { ViewpointTile } from './offer-tile.tsx';
import classes from './unplaced.module.css';

const REASONS = {
  'no-position': 'No location data',
  'no-viewpoint': 'No viewpoint',
  'far-off': 'Far from the site',
} as const;

const MATCH_LABELS = {
  picture: 'Looks similar',
  position: 'Nearby',
  likeness: 'Partly similar',
  direction: 'Same direction',
  missing: 'Not in this submission yet',
} as const;

type UnplacedPhotoItemProps = {
  photo: UnplacedPhoto;
  timeZone: string;
  viewpoints: ReadonlyMap<string, ProjectViewpoint>;
  isChosen: boolean;
  isBusy: boolean;
  onChoose: () => void;
  onPlace: (viewpoint: ProjectViewpoint) => void;
  onNew: () => void;
};

/** A photo that can be assigned by dragging, clicking, or pressing keys 1 to 3. */
export function UnplacedPhotoItem(props: UnplacedPhotoItemProps) {
  const { photo, timeZone, viewpoints, isChosen, isBusy, onChoose, onPlace, onNew } = props;
  const offers = photo.offers.flatMap(({ viewpointId, by }) => {
    const viewpoint = viewpoints.get(viewpointId);
    return viewpoint ? [{ viewpoint, by }] : [];
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isBusy) return;
    const offer = offers[Number(event.key) - 1];
    if (offer) onPlace(offer.viewpoint);
    else if (event.key === 'n') onNew();
    else return;
    event.preventDefault();
  };
  return (
    <li className={classes.item} data-busy={isBusy} data-unplaced={photo.id} draggable>
      <button
        type="button"
        className={classes.choose}
        data-photo={photo.id}
        aria-pressed={isChosen}
        aria-label={`Select ${photo.fileName}`}
        onClick={onChoose}
        onKeyDown={onKeyDown}
      >
        <Picture picture={photo} alt="" sizes="(width <= 48rem) 100vw, 20rem" ratio={3 / 2} />
        <span className={classes.check} aria-hidden>
          {isChosen ? <IconCheck size={14} stroke={3} aria-hidden /> : null}
        </span>
      </button>
      <div>
        <div className={classes.name} title={photo.fileName}>
          {photo.fileName}
        </div>
        <Text size="sm" c="dimmed" className="tabular">
          {photo.submissionTitle}, {date(photo.day, timeZone)}
        </Text>
        <Text size="sm">{REASONS[photo.reason]}</Text>
      </div>
      {offers.length > 0 ? (
        <ul className={classes.offers} aria-label={`Suggested viewpoints for ${photo.fileName}`}>
          {offers.map(({ viewpoint, by }) => (
            <li key={viewpoint.id}>
              <ViewpointTile
                viewpoint={viewpoint}
                label={`Add ${photo.fileName} to ${viewpoint.name}`}
                note={MATCH_LABELS[by]}
                isDisabled={isBusy}
                onPress={() => onPlace(viewpoint)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <Button
        variant="subtle"
        size="compact-sm"
        justify="flex-start"
        w="fit-content"
        disabled={isBusy}
        aria-label={`New viewpoint from ${photo.fileName}`}
        onClick={onNew}
      >
        New Viewpoint from Photo
      </Button>
    </li>
  );
}
