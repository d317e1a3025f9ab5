import { IconMaximize, IconMinimize, IconPrinter } from '@tabler/icons-react';
import { MAP_LAYERS } from '#domain/rasters.ts';
import type { MapMode } from './map-view.ts';
import { Choice } from '#web/ui/choice.tsx';
import { IconButton } from './controls.tsx';
import styles from './survey.module.css';
import {
  hasLayer,
  LAYER_NAMES,
  mapsToChoose,
  type MapSubmission,
  labelsOf,
  comparableSubmissions,
  withValidComparison,
  withSubmission,
} from './survey-view.ts';
import type { Survey } from './use-survey.ts';

const MODES: readonly (readonly [MapMode, string])[] = [
  ['single', 'One week'],
  ['swipe', 'Swipe'],
  ['step', 'Side by side'],
  ['change', 'Change'],
];

export function MapBar({ survey }: { survey: Survey }) {
  const { weeks, week, view, show, timeZone, fullScreen } = survey;
  const maps = mapsToChoose(week);
  const others = comparableSubmissions(weeks, view);
  const { layer, mode } = view;
  return (
    <div className={`${styles.bar} screen-only`}>
      <Choice
        label="Layer"
        options={MAP_LAYERS.map((one) => [one, LAYER_NAMES[one]] as const)}
        value={layer}
        isDisabled={(one) => !hasLayer(week, one)}
        disabledHint="Not available this week"
        onChange={(next) => show(withValidComparison(weeks, { ...view, layer: next }))}
      />
      <SubmissionSelect
        label="Week"
        weeks={weeks}
        value={view.submissionId}
        timeZone={timeZone}
        onChange={(id) => show(withSubmission(weeks, view, id))}
      />
      {maps.length > 0 ? (
        <Select
          label="Map"
          options={maps.map(({ fileId, fileName }) => [fileId, fileName])}
          value={survey.shownOfWeek[0]?.fileId ?? ''}
          onChange={(id) => {
            const map = maps.find(({ fileId }) => fileId === id);
            if (map) survey.showMap(map);
          }}
        />
      ) : null}
      {others.length > 0 ? (
        <Choice
          label="Comparison"
          options={MODES.filter(([one]) => one !== 'change' || layer === 'elevation')}
          value={mode}
          onChange={(next) => show(withValidComparison(weeks, { ...view, mode: next }))}
        />
      ) : null}
      {mode === 'single' ? null : (
        <SubmissionSelect
          label="Compare with"
          weeks={others}
          value={view.otherId ?? ''}
          timeZone={timeZone}
          onChange={(id) => show({ ...view, otherId: id })}
        />
      )}
      <div className={styles.barEnd}>
        <IconButton
          label="Print the map"
          icon={IconPrinter}
          onClick={() => survey.setPrinting(true)}
        />
        {fullScreen ? (
          <IconButton
            label={fullScreen.isFull ? 'Exit full screen' : 'Full screen'}
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
  weeks: readonly MapSubmission[];
  value: string;
  timeZone: string;
  onChange: (id: string) => void;
};

const SubmissionSelect = ({ weeks, timeZone, ...rest }: WeekSelectProps) => (
  <Select
    {...rest}
    options={weeks.map((week) => [week.submissionId, labelsOf(week, timeZone).join(' · ')])}
  />
);

type SelectProps = Omit<WeekSelectProps, 'weeks' | 'timeZone'> & {
  options: readonly (readonly [id: string, name: string])[];
};

function Select({ label, options, value, onChange }: SelectProps) {
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
