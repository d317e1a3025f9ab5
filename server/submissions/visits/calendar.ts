import { dueText, VISIT_STATE_LABELS } from '#domain/visit-texts.ts';
import type { VisitState } from '#domain/visits.ts';
import { icalLines, icalText, icalTime } from './icalendar.ts';
import { presentVisit } from './present.ts';
import type { CalendarRow } from './queries.ts';

type Calendar = { name: string; isForStaff: boolean; origin: string; now: Date };

const STATUS: Partial<Record<VisitState, string>> = {
  requested: 'TENTATIVE',
  canceled: 'CANCELLED',
  declined: 'CANCELLED',
  'weathered-out': 'CANCELLED',
};

/** An iCalendar file (RFC 5545, with the name and interval of RFC 7986) for subscriptions. */
export const calendarOf = (visits: readonly CalendarRow[], calendar: Calendar): string =>
  icalLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Overfly//Visits//EN',
    `NAME:${icalText(calendar.name)}`,
    // The names that programs used before RFC 7986.
    `X-WR-CALNAME:${icalText(calendar.name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...visits.flatMap((visit) => eventOf(visit, calendar)),
    'END:VCALENDAR',
  ]);

function eventOf(row: CalendarRow, { isForStaff, origin, now }: Calendar): string[] {
  const { id, projectId, planDay, dueAt, updatedAt, address, latitude, longitude } = row;
  const visit = presentVisit(row, now);
  const { projectName, pilot, requestedBy, reason, movedFrom, timeZone } = visit;
  // Photos may still be on the card, so clients don't see that a visit was missed.
  const state = visit.state === 'missed' && !isForStaff ? 'planned' : visit.state;
  const status = STATUS[state];
  const label = VISIT_STATE_LABELS[state];
  const changed = icalTime(updatedAt);
  const description = [
    label,
    pilot && `Pilot: ${pilot.name}`,
    requestedBy && `Requested by ${requestedBy}`,
    reason && `Reason: ${reason}`,
    movedFrom && `Moved from ${dueText(movedFrom, timeZone, now)}`,
  ].filter(Boolean);
  return [
    'BEGIN:VEVENT',
    // The row of a day is replaced when its plan is paused and resumed.
    `UID:${planDay === null ? id : `${projectId}-${planDay}`}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    // Minutes, so that it also grows when the row is replaced.
    `SEQUENCE:${Math.floor(updatedAt.getTime() / 60_000)}`,
    `DTSTART:${icalTime(dueAt)}`,
    'DURATION:PT1H',
    `STATUS:${status ?? 'CONFIRMED'}`,
    `SUMMARY:${icalText(`${status ? `${label}: ` : ''}${projectName} · ${visit.contents.join(', ')}`)}`,
    `DESCRIPTION:${icalText(description.join('\n'))}`,
    ...(address ? [`LOCATION:${icalText(address)}`] : []),
    ...(latitude === null ? [] : [`GEO:${latitude};${longitude}`]),
    `URL:${origin}/${isForStaff ? 'operator' : 'dashboard'}/projects/${projectId}`,
    'END:VEVENT',
  ];
}
