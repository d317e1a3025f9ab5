import { useRef, useState } from 'react';
import type { MeasureKind } from '#domain/measurements.ts';
import { boundsAround } from '#domain/rasters.ts';
import type { SurveyMap } from '#web/maps/drawing/survey-map.ts';
import { useFullScreen } from '#web/ui/use-full-screen.ts';
import { Figures, figuresOf, uncertaintiesOf } from './figures.tsx';
import { MapBar } from './map-bar.tsx';
import type { MapView } from './map-view.ts';
import { MeasureSection } from './measure-section.tsx';
import { PhotoSection, usePhotos } from './photo-section.tsx';
import { PrintSheet } from './print-sheet.tsx';
import styles from './survey.module.css';
import { SurveyStage } from './survey-stage.tsx';
import type { SurveySource } from './survey-source.ts';
import {
  earlierThan,
  heightsAt,
  type MapWeek,
  mapsToChoose,
  namesOf,
  nearTo,
  type PlacedRaster,
  placedWeeks,
  rastersOf,
  shownIn,
  unplaced,
  withMap,
} from './survey-view.ts';
import { useKept } from './kept-list.tsx';
import { useLayers } from './use-layers.ts';
import { useMeasuring, useShapes } from './use-measuring.ts';
import { useSurveyView } from './use-survey-view.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { LayerSection } from './layer-section.tsx';

export type SurveyPanelProps = {
  /** Newest first. */
  weeks: readonly MapWeek[];
  projectName: string;
  timeZone: string;
  source: SurveySource;
  /** The week that is shown at first, unless the address says another. */
  wantedId?: string | undefined;
  /** Whether photos may be shown on the map. */
  hasPhotos: boolean;
  onPhoto: (photo: { submissionId: string; fileId: string }) => void;
  /** Tiles fail to load: their addresses may be too old. */
  onFailing: () => void;
};

/** The maps of a project's weeks: to look at, to compare and to measure on. */
export function SurveyPanel(props: SurveyPanelProps) {
  const weeks = placedWeeks(props.weeks);
  const pictures = unplaced(props.weeks);
  return (
    <>
      {weeks.length > 0 ? <Survey {...props} weeks={weeks} /> : null}
      {pictures.map(({ fileId, fileName }) => (
        <p key={fileId} className={styles.note}>
          {fileName} is not on the map: the file has no map position.
        </p>
      ))}
    </>
  );
}

function Survey(props: SurveyPanelProps) {
  const { weeks, projectName, timeZone, source, wantedId, hasPhotos, onPhoto, onFailing } = props;
  const frame = useRef<HTMLElement>(null);
  const fullScreen = useFullScreen(frame);
  const units = useUnits();
  const [map, setMap] = useState<SurveyMap | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  const [arePhotosShown, setPhotosShown] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const { view, setView, move, start } = useSurveyView(weeks, wantedId);
  const layers = useLayers(weeks, view);
  const week = weeks.find(({ submissionId }) => submissionId === view.submissionId) ?? weeks[0];
  const photos = usePhotos(source, view.submissionId, hasPhotos && arePhotosShown);
  const kept = useKept(source, view.submissionId);
  const earlier = earlierThan(weeks, view);
  const measuring = useMeasuring(
    map,
    (at, which) => heightsAt(at, which, { week, earlier, view, shown: layers.model }),
    source.measure,
  );
  const shapes = useShapes(measuring.state, kept.list, openId, units);
  const onMap = (ready: SurveyMap | null) => {
    setMap(ready);
    const place = start();
    const bounds = view.fileId ? layers.main?.bounds : around(layers.site);
    if (place) ready?.goTo(place);
    else if (bounds) ready?.fit(bounds);
  };
  const show = (next: MapView) => {
    measuring.clear();
    setOpenId(null);
    setView(next);
    const { main, site } = shownIn(weeks, next);
    const bounds = around(site);
    // The newly chosen map may show another place.
    if (main && bounds && !map?.isInSight(main.bounds)) map?.fit(bounds);
  };
  const openMeasurement = (id: string | null) => {
    setOpenId(id);
    const shape = shapes.find((one) => one.id === id);
    if (shape) map?.goToShape(shape);
  };
  const dayOf = (one: MapWeek | undefined) => (one ? dayText(one, timeZone) : '');
  const openPhoto = (fileId: string) => onPhoto({ submissionId: view.submissionId, fileId });
  const shownOfWeek = layers.sides[layers.second === week ? 1 : 0];
  const labels = [dayOf(layers.first), layers.second ? dayOf(layers.second) : null] as const;
  if (!week) return null;
  return (
    <section ref={frame} className={styles.survey} aria-label="Map of the weeks">
      <MapBar
        weeks={weeks}
        view={view}
        onView={show}
        maps={mapsToChoose(week)}
        mapId={shownOfWeek[0]?.fileId}
        onMap={(chosen) => {
          show(withMap(weeks, view, chosen));
          map?.fit(chosen.bounds);
        }}
        weekLabel={(one) => namesOf(one, timeZone).join(' · ')}
        fullScreen={fullScreen}
        onPrint={() => setPrinting(true)}
      />
      <div className={styles.body}>
        <SurveyStage
          panes={layers.panes}
          mode={view.mode}
          labels={labels}
          scale={layers.scale}
          units={units}
          photos={photos.markers}
          flights={photos.flights}
          shapes={shapes}
          split={view.split ?? 50}
          onSplit={(split) => setView({ ...view, split })}
          map={map}
          onMap={onMap}
          onMove={move}
          onPhoto={openPhoto}
          onShape={setOpenId}
          onFailing={onFailing}
          measuring={measuring}
        />
        <aside className={`${styles.side} screen-only`} aria-label="Map tools">
          <LayerSection layers={layers} view={view} onView={setView} units={units} />
          <MeasureSection
            measuring={measuring}
            obstacle={(kind) => obstacleTo(kind, week, earlier)}
            earlierLabel={dayOf(earlier)}
            units={units}
            kept={kept}
            openId={openId}
            onOpen={openMeasurement}
          />
          {hasPhotos ? (
            <PhotoSection
              isShown={arePhotosShown}
              onShown={setPhotosShown}
              found={photos}
              onPhoto={openPhoto}
            />
          ) : null}
        </aside>
      </div>
      <Figures
        title={week.title}
        figures={figuresOf(
          {
            shown: shownOfWeek,
            heights: layers.main && nearTo(rastersOf(week, 'elevation'), layers.main)[0],
          },
          units,
        )}
      />
      {uncertaintiesOf(layers, labels, units).map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      {isPrinting && map ? (
        <PrintSheet
          map={map}
          title={projectName}
          subtitle={weeksText([layers.first, layers.second], timeZone)}
          layers={layers}
          view={view}
          labels={labels}
          shapes={shapes}
          units={units}
          kept={kept.list}
          onDone={() => setPrinting(false)}
        />
      ) : null}
    </section>
  );
}

const around = (rasters: readonly PlacedRaster[]) =>
  boundsAround(rasters.map(({ bounds }) => bounds));

const dayText = (week: MapWeek, timeZone: string) => namesOf(week, timeZone)[0] ?? week.title;

const weeksText = (weeks: readonly (MapWeek | undefined)[], timeZone: string) =>
  weeks
    .flatMap((one) => (one ? [namesOf(one, timeZone).toReversed().join(' · ')] : []))
    .join(' – ');

function obstacleTo(kind: MeasureKind, week: MapWeek, earlier: MapWeek | undefined): string | null {
  if (kind === 'distance' || kind === 'area') return null;
  if (rastersOf(week, 'elevation').length === 0) return 'This week has no elevation map.';
  return kind === 'change' && !earlier ? 'No earlier week has an elevation map.' : null;
}
