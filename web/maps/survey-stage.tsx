import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useUnits } from '#web/lib/use-units.ts';
import { Divider } from '#web/ui/compare/divider.tsx';
import {
  createSurveyMap,
  type SurveyLayer,
  type SurveyMap,
  type TileStatus,
} from './drawing/survey-map.ts';
import { DrawingBar } from './drawing-card.tsx';
import { Legend } from './figures.tsx';
import { ChangeNote } from './residual-note.tsx';
import type { MapPlace } from './map-view.ts';
import styles from './survey.module.css';
import type { Survey } from './use-survey.ts';

const IDLE_STATUS: TileStatus = { isLoading: false, isFailing: false, isGivenUp: false };

const combineStatus = (one: TileStatus, other: TileStatus): TileStatus => ({
  isLoading: one.isLoading || other.isLoading,
  isFailing: one.isFailing || other.isFailing,
  isGivenUp: one.isGivenUp || other.isGivenUp,
});

export function SurveyStage({ survey }: { survey: Survey }) {
  const { view, labels, layers: shown, map, measuring } = survey;
  const { mode, split = 50 } = view;
  const { scale } = shown;
  const [firstStatus, setFirstStatus] = useState(IDLE_STATUS);
  const [secondStatus, setSecondStatus] = useState(IDLE_STATUS);
  const [second, setSecond] = useState<SurveyMap | null>(null);
  const status = mode === 'step' ? combineStatus(firstStatus, secondStatus) : firstStatus;
  const [layers = [], besideLayers = []] = shown.panes;
  const isDrawing = measuring.state.step === 'drawing' || measuring.isPicking;
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone, the tools that start a drawing are below the map, so scroll back up to it.
    if (isDrawing) stage.current?.scrollIntoView({ block: 'nearest' });
  }, [isDrawing]);
  const statusHandler = (set: (status: TileStatus) => void) => (next: TileStatus) => {
    if (next.isFailing && !status.isFailing) survey.onFailing();
    set(next);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    // Handles keys only on the map itself, not on buttons or the divider.
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
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys of the map inside
    <div ref={stage} className={styles.stage} onKeyDown={onKeyDown}>
      <MapPane
        survey={survey}
        label={after === null ? `Map of ${before}` : `Map of ${before} and ${after}`}
        layers={layers}
        split={mode === 'swipe' ? split : null}
        onReady={survey.setMap}
        onStatus={statusHandler(setFirstStatus)}
        onMove={survey.move}
      />
      {mode === 'step' && map ? (
        <MapPane
          survey={survey}
          label={`Map of ${after ?? ''}`}
          layers={besideLayers}
          linkedMap={map}
          onReady={setSecond}
          onStatus={statusHandler(setSecondStatus)}
        />
      ) : null}
      {mode === 'swipe' ? (
        <Divider
          label={`Divider between ${before} and ${after}`}
          percent={split}
          onMove={(percent) => survey.setView({ ...view, split: percent })}
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
          <Legend scale={scale}>
            <ChangeNote survey={survey} />
          </Legend>
        </div>
      ) : null}
      {isDrawing ? <Crosshair /> : null}
      {measuring.state.step === 'drawing' ? (
        <DrawingBar measuring={measuring} state={measuring.state} />
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
          ? 'Parts of the map did not load. Retrying...'
          : ''}
      {isGivenUp ? (
        <button type="button" onClick={onRetry}>
          Retry
        </button>
      ) : null}
    </output>
  );
}

/** At the center of a map. */
export function Crosshair() {
  return (
    <svg viewBox="0 0 24 24" width="28" height="28" className={styles.crosshair} aria-hidden>
      <path d="M12 2v7M12 15v7M2 12h7M15 12h7" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}

type MapPaneProps = {
  survey: Survey;
  label: string;
  layers: readonly SurveyLayer[];
  split?: number | null;
  /** Another map that shares this one's view. */
  linkedMap?: SurveyMap;
  onReady: (map: SurveyMap | null) => void;
  onStatus: (status: TileStatus) => void;
  onMove?: (place: MapPlace) => void;
};

const isDark = () => getComputedStyle(document.documentElement).colorScheme === 'dark';

function MapPane(props: MapPaneProps) {
  const { survey, layers, split = null, linkedMap } = props;
  const { shapes } = survey;
  const { markers, flights } = survey.photos;
  const units = useUnits();
  const target = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const [map, setMap] = useState<SurveyMap | null>(null);
  const create = useEffectEvent((element: HTMLElement) => {
    return createSurveyMap(element, {
      label: props.label,
      isDark: isDark(),
      units,
      linkedMap,
      onStatus: (status) => latest.current.onStatus(status),
      onMove: (place) => latest.current.onMove?.(place),
      onPhoto: (id) => latest.current.survey.openPhoto(id),
      onShape: (id) => latest.current.survey.setOpenId(id),
    });
  });
  const notifyReady = useEffectEvent((ready: SurveyMap | null) => props.onReady(ready));
  useEffect(() => {
    if (!target.current) return;
    const created = create(target.current);
    setMap(created);
    notifyReady(created);
    return () => {
      notifyReady(null);
      setMap(null);
      created.dispose();
    };
  }, [linkedMap]);
  useEffect(() => map?.showLayers(layers), [map, layers]);
  useEffect(() => map?.setSplit(split), [map, split]);
  useEffect(() => map?.showPhotos(markers), [map, markers]);
  useEffect(() => map?.showFlights(flights), [map, flights]);
  useEffect(() => map?.showShapes(shapes), [map, shapes]);
  useEffect(() => map?.setUnits(units), [map, units]);
  return <div ref={target} className={styles.pane} />;
}
