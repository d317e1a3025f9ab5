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
const BAR = 24;
/** Hours that the chart is high at least, so that the promised ones have a line inside of it. */
const LEAST = 48;

type Week = ClockRecord['weeks'][number];

/** The record of the last weeks: in a sentence, and a bar a week as high as its median. */
export function ClockRecordChart({ record }: { record: ClockRecord }) {
  const { published, kept, medianHours, weeks } = record;
  if (medianHours === null) {
    return <Text c="dimmed">Nothing new was published in the last {RECORD_WEEKS} weeks.</Text>;
  }
  const highest = Math.max(LEAST, ...weeks.map((week) => week.medianHours ?? 0));
  const heightOf = (hours: number) => (hours / highest) * HEIGHT;
  const promised = HEIGHT - heightOf(PROMISED_HOURS);
  return (
    <Card padding="md" component="figure" m={0}>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${RECORD_WEEKS * STEP} ${HEIGHT}`}
        role="img"
        aria-label={`Median hours from the last capture to publication, a bar a week, with a line at ${PROMISED_HOURS} hours`}
      >
        {weeks.map((week, index) => {
          const height = Math.max(2, heightOf(week.medianHours ?? 0));
          return (
            <rect
              key={week.from}
              className={barClass(week)}
              x={index * STEP + (STEP - BAR) / 2}
              y={HEIGHT - height}
              width={BAR}
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
        Last {RECORD_WEEKS} weeks: {kept} of {published} published within {PROMISED_HOURS} hours (
        {Math.floor((kept / published) * 100)}%), half of them in {hoursText(medianHours, true)} or
        less.
      </Text>
    </Card>
  );
}

function barClass({ medianHours }: Week) {
  if (medianHours === null) return classes.none;
  return medianHours > PROMISED_HOURS ? classes.late : classes.kept;
}

const weekText = ({ from, published, kept, medianHours }: Week) => {
  const since = `Seven days from ${date(from, DEFAULT_TIME_ZONE)}`;
  return medianHours === null
    ? `${since}: nothing published`
    : `${since}: ${counted(published, 'publication')}, ${kept} within ${PROMISED_HOURS} hours, median ${hoursText(medianHours, true)}`;
};
