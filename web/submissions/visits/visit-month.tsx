import { VISIT_STATE_LABELS, WEEKDAYS, dueText } from '#domain/visit-texts.ts';
import { type DragEvent, useState } from 'react';
import { groupBy } from '#domain/group-by.ts';
import type { Visit } from '#domain/visits.ts';
import { clockOf, instantOf } from '#domain/zoned-time.ts';
import { dayOf, longDate } from '#web/lib/formats.ts';
import { useVisitChanges } from './use-visit-changes.ts';
import { stateColor, VisitActions } from './visit-row.tsx';
import classes from './visits.module.css';

const DAY_MS = 86_400_000;
const OFF = new Set(['canceled', 'weathered-out', 'declined']);
const MOVABLE = new Set(['planned', 'missed', 'requested']);

/** The days (YYYY-MM-DD) of whole weeks, from Sunday, that cover a month ('YYYY-MM'). */
export function daysOfMonth(month: string): string[] {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const start = first - new Date(first).getUTCDay() * DAY_MS;
  const days: string[] = [];
  for (let ms = start; ; ms += DAY_MS) {
    const day = new Date(ms).toISOString().slice(0, 10);
    if (days.length % 7 === 0 && day.slice(0, 7) > month) return days;
    days.push(day);
  }
}

export const dayOfVisit = ({ dueAt, timeZone }: Visit) => dayOf(dueAt, timeZone);

type VisitMonthProps = { month: string; today: string; visits: readonly Visit[] };

/** Visits can be dragged to another day; their menu has the same by keyboard. */
export function VisitMonth({ month, today, visits }: VisitMonthProps) {
  const { move } = useVisitChanges();
  const byDay = groupBy(visits, dayOfVisit);
  const drop = (id: string, day: string) => {
    const visit = visits.find((each) => each.id === id);
    if (!visit || dayOfVisit(visit) === day || day < today) return;
    const time = clockOf(new Date(visit.dueAt), visit.timeZone).slice(11);
    move(visit, { dueAt: instantOf(`${day} ${time}`, visit.timeZone) });
  };
  return (
    <div className={classes.month}>
      {WEEKDAYS.map((name) => (
        <div key={name} className={classes.weekday} aria-hidden>
          {name.slice(0, 3)}
        </div>
      ))}
      {daysOfMonth(month).map((day) => (
        <DayCell
          key={day}
          day={day}
          isToday={day === today}
          isOther={!day.startsWith(month)}
          visits={byDay.get(day) ?? []}
          onDrop={(id) => drop(id, day)}
        />
      ))}
    </div>
  );
}

type DayCellProps = {
  day: string;
  isToday: boolean;
  /** Of the month before or after. */
  isOther: boolean;
  visits: readonly Visit[];
  onDrop: (visitId: string) => void;
};

function DayCell({ day, isToday, isOther, visits, onDrop }: DayCellProps) {
  const [isOver, setOver] = useState(false);
  const target = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onDrop(event.dataTransfer.getData('text/plain'));
    },
  };
  return (
    <section
      {...target}
      className={classes.day}
      aria-label={longDate(day, 'UTC')}
      data-other={isOther || undefined}
      data-over={isOver || undefined}
    >
      <span className={classes.number} aria-current={isToday ? 'date' : undefined}>
        {Number(day.slice(8))}
      </span>
      {visits.map((visit) => (
        <VisitOfDay key={visit.id} visit={visit} />
      ))}
    </section>
  );
}

function VisitOfDay({ visit }: { visit: Visit }) {
  const { id, state, dueAt, timeZone, projectName } = visit;
  const time = dueText(dueAt, timeZone).split(', ').at(-1);
  return (
    <VisitActions
      visit={visit}
      target={
        <button
          type="button"
          className={classes.visit}
          style={{ borderLeftColor: `var(--mantine-color-${stateColor(state)}-filled)` }}
          draggable={MOVABLE.has(state)}
          data-off={OFF.has(state) || undefined}
          title={`${time} ${projectName} · ${VISIT_STATE_LABELS[state]}`}
          onDragStart={(event) => event.dataTransfer.setData('text/plain', id)}
        >
          {time} {projectName}
          <span className="visually-hidden"> · {VISIT_STATE_LABELS[state]}</span>
        </button>
      }
    />
  );
}
