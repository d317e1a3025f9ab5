import { Text, Title, Modal, Stack, TextInput, Button, Card, Group, Select } from '@mantine/core';
import { useState } from 'react';
import type { ProjectViewpoint, UnplacedPhoto } from '#domain/viewpoint-history.ts';
import { count, counted } from '#web/lib/formats.ts';
import { ShowMore, useShowMore } from '#web/ui/show-more.tsx';
import { ViewpointTile } from './offer-tile.tsx';
import { UnplacedPhotoItem } from './unplaced-photo.tsx';
import classes from './unplaced.module.css';
import { useDraggedPhoto, usePlacing } from './use-placing.ts';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';
import { nameError } from '#domain/viewpoint-names.ts';
import { useHotkeys } from '@mantine/hooks';

const PORTIONS = { name: 'unplaced-photos', first: 24, more: 48 };

type UnplacedPhotosProps = {
  projectId: string;
  timeZone: string;
  photos: readonly UnplacedPhoto[];
  /** Includes photos that aren't listed yet. */
  total: number;
  viewpoints: readonly ProjectViewpoint[];
};

export function UnplacedPhotos(props: UnplacedPhotosProps) {
  const { projectId, timeZone, photos, total, viewpoints } = props;
  const [chosenIds, choose] = useState<readonly string[]>([]);
  const { draggedId, list } = useDraggedPhoto();
  const [newViewpointPhotos, setNewViewpointPhotos] = useState<readonly UnplacedPhoto[] | null>(
    null,
  );
  const placing = usePlacing(projectId);
  const { shown, total: listed, showMore } = useShowMore(photos, PORTIONS);
  const chosen = photos.filter(({ id }) => chosenIds.includes(id));
  // Dragging a selected photo drags the whole selection.
  const isChosenDragged = draggedId !== null && chosenIds.includes(draggedId);
  const dragged = isChosenDragged ? chosen : photos.filter(({ id }) => id === draggedId);
  const busyIds = placing.isPending ? placing.variables.photos.map(({ id }) => id) : [];
  const targets = viewpoints.filter(({ photoCount }) => photoCount > 0);
  const known = new Map(targets.map((viewpoint) => [viewpoint.id, viewpoint]));

  const place = (moved: readonly UnplacedPhoto[], at: ProjectViewpoint | { name: string }) => {
    if (moved.length === 0 || placing.isPending) return;
    placing.mutate({ photos: moved, at }, { onSuccess: () => deselect(moved) });
  };
  const deselect = (moved: readonly UnplacedPhoto[]) => {
    const gone = new Set(moved.map(({ id }) => id));
    choose((before) => before.filter((id) => !gone.has(id)));
    setNewViewpointPhotos(null);
    // Move the focus from the removed photo to the next one.
    const at = photos.findIndex(({ id }) => gone.has(id));
    const next = [...photos.slice(at), ...photos.slice(0, at)].find(({ id }) => !gone.has(id));
    document.querySelector<HTMLElement>(`[data-photo="${next?.id}"]`)?.focus();
  };
  const toggle = (id: string) =>
    choose((before) =>
      before.includes(id) ? before.filter((each) => each !== id) : [...before, id],
    );

  return (
    <>
      <div className={classes.layout}>
        <div>
          <ul ref={list} className={classes.photos} aria-label="Photos without a viewpoint">
            {shown.map((photo) => (
              <UnplacedPhotoItem
                key={photo.id}
                {...{ photo, timeZone }}
                viewpoints={known}
                isChosen={chosenIds.includes(photo.id)}
                isBusy={busyIds.includes(photo.id)}
                onChoose={() => toggle(photo.id)}
                onPlace={(viewpoint) => place([photo], viewpoint)}
                onNew={() => setNewViewpointPhotos([photo])}
              />
            ))}
          </ul>
          <ShowMore
            label="Show More Photos"
            shown={shown.length}
            total={listed}
            onPress={showMore}
          />
          <MoreToCome count={total - photos.length} />
        </div>
        <Targets
          viewpoints={targets}
          chosen={chosen.length}
          isDragging={dragged.length > 0}
          onPress={(viewpoint) => place(chosen, viewpoint)}
          onDrop={(viewpoint) => place(dragged, viewpoint)}
        />
      </div>
      <PlacingBar
        chosen={chosen.length}
        viewpoints={targets}
        isBusy={placing.isPending}
        onPlace={(viewpoint) => place(chosen, viewpoint)}
        onNew={() => setNewViewpointPhotos(chosen)}
        onClear={() => choose([])}
      />
      {newViewpointPhotos ? (
        <NewViewpoint
          photos={newViewpointPhotos.length}
          isBusy={placing.isPending}
          onCreate={(name) => place(newViewpointPhotos, { name })}
          onClose={() => setNewViewpointPhotos(null)}
        />
      ) : null}
    </>
  );
}

const MoreToCome = ({ count: more }: { count: number }) =>
  more > 0 ? (
    <Text c="dimmed" size="sm" mt="md" ta="center">
      {count(more)} more will appear as you add these to viewpoints.
    </Text>
  ) : null;

type TargetsProps = {
  viewpoints: readonly ProjectViewpoint[];
  chosen: number;
  isDragging: boolean;
  onPress: (viewpoint: ProjectViewpoint) => void;
  onDrop: (viewpoint: ProjectViewpoint) => void;
};

function Targets({ viewpoints, chosen, isDragging, onPress, onDrop }: TargetsProps) {
  if (viewpoints.length === 0) return null;
  return (
    <section className={classes.targets} aria-labelledby="targets">
      <div>
        <Title order={2} id="targets">
          Viewpoints
        </Title>
        <Text size="sm" c="dimmed">
          {chosen > 0
            ? `Click a viewpoint to add ${counted(chosen, 'selected photo')} to it.`
            : 'Drag photos to a viewpoint, or select photos and then click a viewpoint.'}
        </Text>
      </div>
      <ul className={classes.tiles} data-dragging={isDragging}>
        {viewpoints.map((viewpoint) => (
          <li key={viewpoint.id}>
            <ViewpointTile
              viewpoint={viewpoint}
              label={
                chosen > 0
                  ? `Add ${counted(chosen, 'selected photo')} to ${viewpoint.name}`
                  : viewpoint.name
              }
              note={viewpoint.isHidden ? 'Hidden' : counted(viewpoint.photoCount, 'photo')}
              isDisabled={chosen === 0}
              onPress={() => onPress(viewpoint)}
              onDrop={() => onDrop(viewpoint)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

type NewViewpointProps = {
  photos: number;
  isBusy: boolean;
  onCreate: (name: string) => void;
  onClose: () => void;
};

function NewViewpoint({ photos, isBusy, onCreate, onClose }: NewViewpointProps) {
  const [name, setName] = useState('');
  return (
    <Modal opened onClose={onClose} title="New Viewpoint">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onCreate(name.trim());
        }}
      >
        <Stack gap="lg">
          <Text>
            This creates a viewpoint from {counted(photos, 'photo')}. Later photos from the same
            place will be added automatically.
          </Text>
          <TextInput
            label="Name"
            placeholder="North gate"
            required
            autoComplete="off"
            data-autofocus
            value={name}
            error={nameError(name)}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <DialogButtons
            label="Create"
            isBusy={isBusy}
            isDisabled={name.trim() === '' || nameError(name) !== null}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

type PlacingBarProps = {
  chosen: number;
  viewpoints: readonly ProjectViewpoint[];
  isBusy: boolean;
  onPlace: (viewpoint: ProjectViewpoint) => void;
  onNew: () => void;
  onClear: () => void;
};

function PlacingBar(props: PlacingBarProps) {
  const { chosen, viewpoints, isBusy, onPlace, onNew, onClear } = props;
  useHotkeys([['Escape', onClear]]);
  if (chosen === 0) return null;
  return (
    <Card component="section" padding="sm" className={classes.bar} aria-label="Selected photos">
      <Group gap="xs">
        <Text component="output" fw={500} className="tabular" me="auto">
          {counted(chosen, 'photo')} selected
        </Text>
        <Select
          size="xs"
          aria-label="Add to a viewpoint"
          placeholder="Add to…"
          searchable
          disabled={isBusy || viewpoints.length === 0}
          data={viewpoints.map(({ id, name }) => ({ value: id, label: name }))}
          value={null}
          onChange={(id) => {
            const viewpoint = viewpoints.find((each) => each.id === id);
            if (viewpoint) onPlace(viewpoint);
          }}
        />
        <Button size="xs" variant="default" disabled={isBusy} onClick={onNew}>
          New Viewpoint
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
          Clear
        </Button>
      </Group>
    </Card>
  );
}
