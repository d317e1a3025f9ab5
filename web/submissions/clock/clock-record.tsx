import { HeadedSection } from '#web/ui/section.tsx';
import { Card, Text } from '@mantine/core';
import {
  type ClockRecord,
  hoursText,
  PROMISED_HOURS,
  RECORD_WEEKS,
} from '#domain/publication-clock.ts';
import { counted, date, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import classes from './clock-record.module.css';

const HEIGHT = 96;
const STEP = 40;
const BAR_WIDTH = 24;
/** Minimum height of the chart in hours, so that the line at the promised time is always inside it. */
const MIN_HOURS = 48;

type Week = ClockRecord['weeks'][number];

function ClockRecordChart({ record }: { record: ClockRecord }) {
  const { published, kept, overdue, medianHours, weeks } = record;
  const late = overdue > 0 ? `${counted(overdue, 'draft')} past ${PROMISED_HOURS} hours` : null;
  if (medianHours === null) {
    const nothing = `Nothing new was published in the last ${RECORD_WEEKS} weeks`;
    return <Text c="dimmed">{late ? `${nothing}. ${late}.` : `${nothing}.`}</Text>;
  }
  const highest = Math.max(MIN_HOURS, ...weeks.map((week) => week.medianHours ?? 0));
  const heightOf = (hours: number) => (hours / highest) * HEIGHT;
  const promised = HEIGHT - heightOf(PROMISED_HOURS);
  return (
    <Card padding="md" component="figure" m={0}>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${RECORD_WEEKS * STEP} ${HEIGHT}`}
        role="img"
        aria-label={`Median hours from last capture to publication, by week, with a line at ${PROMISED_HOURS} hours`}
      >
        {weeks.map((week, index) => {
          const height = Math.max(2, heightOf(hoursOf(week)));
          return (
            <rect
              key={week.from}
              className={barClass(week)}
              x={index * STEP + (STEP - BAR_WIDTH) / 2}
              y={HEIGHT - height}
              width={BAR_WIDTH}
              height={height}
              rx={2}
            >
              <title>{weekText(week)}</title>
            </rect>
          );
        })}
        <line
          className={classes.promised}
          x1={0}
          x2={RECORD_WEEKS * STEP}
          y1={promised}
          y2={promised}
        />
        <text className={classes.unit} x={0} y={promised - 6}>
          {PROMISED_HOURS} hours
        </text>
      </svg>
      <Text component="figcaption" size="sm" mt="sm" className="tabular">
        Last {RECORD_WEEKS} weeks: {kept} of {published + overdue} published within {PROMISED_HOURS}{' '}
        hours ({Math.floor((kept / (published + overdue)) * 100)}%)
        {late ? `, ${late} still unpublished` : ''}. Median: {hoursText(medianHours, true)}.
      </Text>
    </Card>
  );
}

/** Height of a week's bar in hours. A bar with an overdue draft always rises above the promised time. */
const hoursOf = ({ medianHours, overdue }: Week): number =>
  Math.max(medianHours ?? 0, overdue > 0 ? PROMISED_HOURS + 6 : 0);

function barClass({ medianHours, overdue }: Week) {
  if (overdue > 0) return classes.late;
  if (medianHours === null) return classes.none;
  return medianHours > PROMISED_HOURS ? classes.late : classes.kept;
}

const weekText = ({ from, published, kept, overdue, medianHours }: Week) => {
  const since = `Week of ${date(from, DEFAULT_TIME_ZONE)}`;
  const late = overdue > 0 ? `, ${counted(overdue, 'draft')} past ${PROMISED_HOURS} hours` : '';
  return medianHours === null
    ? `${since}: nothing published${late}`
    : `${since}: ${counted(published, 'publication')}, ${kept} within ${PROMISED_HOURS} hours, median ${hoursText(medianHours, true)}${late}`;
};

export function ClockSection({ record }: { record: ClockRecord }) {
  return (
    <HeadedSection title="36-Hour Clock" id="clocks">
      <ClockRecordChart record={record} />
    </HeadedSection>
  );
}
