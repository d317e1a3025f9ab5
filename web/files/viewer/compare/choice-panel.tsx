import { useRef } from 'react';
import { documentedDay } from '#domain/weeks.ts';
import { date } from '#web/lib/formats.ts';
import { VirtualList } from '#web/ui/virtual-list.tsx';
import type { CollectionEntry } from '../collection.ts';
import { Choice } from '#web/ui/choice.tsx';
import { Panel } from '../panel.tsx';
import { Thumb } from '../thumb.tsx';
import { useCenterSelected } from '../use-centered.ts';
import { distinctName } from '../view-name.ts';
import { photosIn, sameViewIn } from '../pairs.ts';
import type { ViewerFile } from '../viewer-file.ts';
import type { ViewerState } from '../use-viewer.ts';
import {
  choosePhoto,
  chooseSubmission,
  sortSides,
  type Comparison,
  otherSide,
  shownPair,
  type SideName,
} from './comparison.ts';
import styles from './choice-panel.module.css';

type ChoicePanelProps = { viewer: ViewerState; comparison: Comparison; side: SideName };

const SIDES = [
  ['before', 'Before'],
  ['after', 'After'],
] as const;

export function ChoicePanel({ viewer, comparison, side }: ChoicePanelProps) {
  const { collection, photos, timeZone, setPanel, setComparison } = viewer;
  const shown = shownPair(comparison, photos);
  const photo = shown[side];
  const entries = collection.flatMap((entry) =>
    entry.submission.photoCount > 0 ? [{ id: entry.submission.id, entry }] : [],
  );
  // Oldest first, in the direction of the arrow keys.
  const strip = entries.toReversed();
  const files = entries.find(({ id }) => id === comparison[side].submissionId)?.entry.files ?? [];
  const chooseWeek = (id: string) => {
    const next = sortSides(chooseSubmission(comparison, side, id, shown), entries);
    setComparison(next);
    // If the submission moved to the other side, the panel follows it.
    if (next[side].submissionId !== id) setPanel(otherSide(side));
  };
  const weeks = useRef<HTMLDivElement>(null);
  useCenterSelected(weeks, comparison[side].submissionId);
  return (
    <Panel title="Weeks and viewpoints" onClose={viewer.closePanel}>
      <Choice label="Side" options={SIDES} value={side} onChange={setPanel} />
      <h4 className={styles.title}>Week</h4>
      <div ref={weeks} className={styles.weeks} data-scrolls>
        <VirtualList
          isSideways
          label="Weeks"
          className={styles.weekPortions}
          portionClassName={styles.weekPortion}
          things={strip}
          at={strip.findIndex(({ id }) => id === comparison[side].submissionId)}
        >
          {({ id, entry }) => (
            <Tile
              picture={pictureOf(entry, photos[side], photo)}
              isChosen={id === comparison[side].submissionId}
              onPress={() => chooseWeek(id)}
            >
              <strong>{date(documentedDay(entry.submission, timeZone), timeZone)}</strong>
              <span>{entry.submission.title}</span>
            </Tile>
          )}
        </VirtualList>
      </div>
      <h4 className={styles.title}>Viewpoint</h4>
      <VirtualList
        label="Viewpoints"
        className={styles.views}
        portionClassName={styles.viewPortion}
        things={photos[side]}
        at={photos[side].findIndex(({ id }) => id === photo?.id)}
      >
        {(file) => (
          <Tile
            picture={file}
            isChosen={file.id === photo?.id}
            onPress={() => setComparison(choosePhoto(comparison, side, file.id, shown))}
          >
            <span>{distinctName(files, file, timeZone)}</span>
          </Tile>
        )}
      </VirtualList>
    </Panel>
  );
}

/** The submission's photo of the current viewpoint, or its cover while loading. */
function pictureOf(
  { submission, files }: CollectionEntry,
  own: readonly ViewerFile[],
  photo: ViewerFile | null,
) {
  const same = files && photo && sameViewIn(photosIn(files), own, photo);
  return same ?? submission.cover ?? null;
}

type TileProps = {
  picture: React.ComponentProps<typeof Thumb>['picture'];
  isChosen: boolean;
  onPress: () => void;
  children: React.ReactNode;
};

function Tile({ picture, isChosen, onPress, children }: TileProps) {
  return (
    <button type="button" className={styles.choice} aria-pressed={isChosen} onClick={onPress}>
      <Thumb picture={picture} />
      {children}
    </button>
  );
}
