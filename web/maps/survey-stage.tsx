import { useEffect, useRef, useState } from 'react';
import type {
  DrawnShape,
  FlightLine,
  PhotoMarker,
  SurveyLayer,
  SurveyMap,
  TileStatus,
} from '#web/maps/drawing/survey-map.ts';
import { Divider } from '#web/ui/compare/divider.tsx';
import { DrawingBar } from './drawing-card.tsx';
import { Legend, type Scale } from './legend.tsx';
import { MapPane } from './map-pane.tsx';
import type { MapMode, MapPlace } from './map-view.ts';
import styles from './survey.module.css';
import type { Units } from '#domain/units.ts';
import type { Measuring } from './use-measuring.ts';

type SurveyStageProps = {
  /** Of one map, or of two that move as one. */
  panes: readonly (readonly SurveyLayer[])[];
  mode: MapMode;
  /** What each of two sides is called; the second is null for one week. */
  labels: readonly [string, string | null];
  scale: Scale | null;
  units: Units;
  photos: readonly PhotoMarker[];
  flights: readonly FlightLine[];
  shapes: readonly DrawnShape[];
  split: number;
  onSplit: (percent: number) => void;
  map: SurveyMap | null;
  onMap: (map: SurveyMap | null) => void;
  onMove: (place: MapPlace) => void;
  onPhoto: (id: string) => void;
  onShape: (id: string) => void;
  onFailing: () => void;
  measuring: Measuring;
};

const QUIET: TileStatus = { isLoading: false, isFailing: false, isGivenUp: false };

const both = (one: TileStatus, other: TileStatus): TileStatus => ({
  isLoading: one.isLoading || other.isLoading,
  isFailing: one.isFailing || other.isFailing,
  isGivenUp: one.isGivenUp || other.isGivenUp,
});

/** The map itself, with what lies over it. */
export function SurveyStage(props: SurveyStageProps) {
  const { panes, mode, labels, scale, units, split, onSplit, map, onMap, measuring } = props;
  const [ofFirst, setOfFirst] = useState(QUIET);
  const [ofSecond, setOfSecond] = useState(QUIET);
  const [second, setSecond] = useState<SurveyMap | null>(null);
  const status = mode === 'step' ? both(ofFirst, ofSecond) : ofFirst;
  const [layers = [], besideLayers = []] = panes;
  const isDrawing = measuring.state.step === 'drawing';
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the tools are below the map.
    if (isDrawing) stage.current?.scrollIntoView({ block: 'nearest' });
  }, [isDrawing]);
  const hear = (set: (status: TileStatus) => void) => (next: TileStatus) => {
    if (next.isFailing && !status.isFailing) props.onFailing();
    set(next);
  };
  const shared = {
    photos: props.photos,
    flights: props.flights,
    shapes: props.shapes,
    units,
    onPhoto: props.onPhoto,
    onShape: props.onShape,
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    // Only of the map itself, not of the buttons and the divider that lie on it.
    if (!isDrawing || (event.target as Element).role !== 'application') return;
    const drawing = measuring.drawing.current;
    if (event.key === 'Enter') drawing?.addAtCenter();
    else if (event.key === 'Backspace') drawing?.removeLast();
    else if (event.key === 'Escape') drawing?.cancel();
    else return;
    event.preventDefault();
  };
  const [before, after] = labels;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what is heard are keys of the map in it
    <div ref={stage} className={styles.stage} onKeyDown={onKeyDown}>
      <MapPane
        {...shared}
        label={after === null ? `Map of ${before}` : `Map of ${before} and ${after}`}
        layers={layers}
        split={mode === 'swipe' ? split : null}
        onReady={onMap}
        onStatus={hear(setOfFirst)}
        onMove={props.onMove}
      />
      {mode === 'step' && map ? (
        <MapPane
          {...shared}
          label={`Map of ${after ?? ''}`}
          layers={besideLayers}
          besides={map}
          onReady={setSecond}
          onStatus={hear(setOfSecond)}
        />
      ) : null}
      {mode === 'swipe' ? (
        <Divider
          label={`Divider between ${before} and ${after}`}
          percent={split}
          onMove={onSplit}
        />
      ) : null}
      {after === null ? null : (
        <>
          <span className={styles.weekLabel} data-side="before">
            {before}
          </span>
          <span className={styles.weekLabel} data-side="after">
            {after}
          </span>
        </>
      )}
      {scale ? (
        <div className={styles.legendPlace}>
          <Legend scale={scale} units={units} />
        </div>
      ) : null}
      {measuring.state.step === 'drawing' ? (
        <>
          <Crosshair />
          <DrawingBar measuring={measuring} state={measuring.state} units={units} />
        </>
      ) : null}
      {status.isLoading ? <div className={styles.loading} aria-hidden /> : null}
      <Status
        status={status}
        onRetry={() => {
          map?.retry();
          second?.retry();
        }}
      />
    </div>
  );
}

function Status({ status, onRetry }: { status: TileStatus; onRetry: () => void }) {
  const { isFailing, isGivenUp } = status;
  return (
    <output className={isFailing ? styles.status : 'visually-hidden'}>
      {isGivenUp
        ? 'Parts of the map could not be loaded. '
        : isFailing
          ? 'Parts of the map did not load. They are tried again.'
          : ''}
      {isGivenUp ? (
        <button type="button" onClick={onRetry}>
          Retry
        </button>
      ) : null}
    </output>
  );
}

function Crosshair() {
  return (
    <svg viewBox="0 0 24 24" width="28" height="28" className={styles.crosshair} aria-hidden>
      <path d="M12 2v7M12 15v7M2 12h7M15 12h7" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}
