import { IconMaximize, IconMinimize, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { MAP_LAYERS } from '#domain/rasters.ts';
import type { MapMode, MapView } from './map-view.ts';
import { Choice } from '#web/ui/choice.tsx';
import { IconButton } from './controls.tsx';
import styles from './survey.module.css';
import {
  hasLayer,
  LAYER_NAMES,
  type MapWeek,
  othersOf,
  type PlacedRaster,
  settled,
  withWeek,
} from './survey-view.ts';

const MODES: readonly (readonly [MapMode, string])[] = [
  ['single', 'One week'],
  ['swipe', 'Swipe'],
  ['step', 'Side by side'],
  ['change', 'Change'],
];

type MapBarProps = {
  weeks: readonly MapWeek[];
  view: MapView;
  onView: (view: MapView) => void;
  /** The week's maps to choose from by name, and the one shown. */
  maps: readonly PlacedRaster[];
  mapId: string | undefined;
  onMap: (map: PlacedRaster) => void;
  /** A week in the words of a list: its day and title. */
  weekLabel: (week: MapWeek) => string;
  fullScreen: { isFull: boolean; toggle: () => void } | null;
  onPrint: () => void;
};

/** What the map shows: the layer, the week, and the week to compare it with. */
export function MapBar(props: MapBarProps) {
  const { weeks, view, onView, maps, mapId, onMap, weekLabel, fullScreen, onPrint } = props;
  const week = weeks.find(({ submissionId }) => submissionId === view.submissionId);
  const others = othersOf(weeks, view);
  const { layer, mode } = view;
  return (
    <div className={`${styles.bar} screen-only`}>
      <Choice
        label="Layer"
        options={MAP_LAYERS.map((one) => [one, LAYER_NAMES[one]] as const)}
        value={layer}
        isDisabled={(one) => !hasLayer(week, one)}
        disabledHint="Not in this week"
        onChange={(next) => onView(settled(weeks, { ...view, layer: next }))}
      />
      <WeekSelect
        label="Week"
        weeks={weeks}
        value={view.submissionId}
        weekLabel={weekLabel}
        onChange={(id) => onView(withWeek(weeks, view, id))}
      />
      {maps.length > 0 ? (
        <Select
          label="Map"
          options={maps.map(({ fileId, fileName }) => [fileId, fileName])}
          value={mapId ?? ''}
          onChange={(id) => {
            const map = maps.find(({ fileId }) => fileId === id);
            if (map) onMap(map);
          }}
        />
      ) : null}
      {others.length > 0 ? (
        <Choice
          label="Comparison"
          options={MODES.filter(([one]) => one !== 'change' || layer === 'elevation')}
          value={mode}
          onChange={(next) => onView(settled(weeks, { ...view, mode: next }))}
        />
      ) : null}
      {mode === 'single' ? null : (
        <WeekSelect
          label="Compare with"
          weeks={others}
          value={view.otherId ?? ''}
          weekLabel={weekLabel}
          onChange={(id) => onView({ ...view, otherId: id })}
        />
      )}
      <div className={styles.barEnd}>
        <IconButton label="Print the map" icon={IconPrinter} onClick={onPrint} />
        {fullScreen ? (
          <IconButton
            label={fullScreen.isFull ? 'Leave full screen' : 'Full screen'}
            icon={fullScreen.isFull ? IconMinimize : IconMaximize}
            onClick={fullScreen.toggle}
          />
        ) : null}
      </div>
    </div>
  );
}

type WeekSelectProps = {
  label: string;
  weeks: readonly MapWeek[];
  value: string;
  weekLabel: (week: MapWeek) => string;
  onChange: (id: string) => void;
};

const WeekSelect = ({ weeks, weekLabel, ...rest }: WeekSelectProps) => (
  <Select {...rest} options={weeks.map((week) => [week.submissionId, weekLabel(week)])} />
);

type SelectProps = Omit<WeekSelectProps, 'weeks' | 'weekLabel'> & {
  options: readonly (readonly [id: string, name: string])[];
};

function Select({ label, options, value, onChange }: SelectProps): ReactNode {
  return (
    <select
      aria-label={label}
      className={`control ${styles.select}`}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  );
}
