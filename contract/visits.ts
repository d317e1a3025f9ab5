import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id, Instant } from '#domain/fields.ts';
import { VisitPlan, VisitPlanInput, VisitReason } from '#domain/visit-plans.ts';
import { Visit, VisitChange, VisitQuery, VisitRequest } from '#domain/visits.ts';

const route = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Visits'] });
const OfProject = z.object({ projectId: Id });
const CalendarLink = z.object({ path: z.string().nullable() });
const Plan = z.object({ plan: VisitPlan.nullable() });

export const visits = {
  /** Null without a plan, or if clients don't see it. */
  getPlan: route('GET', '/projects/{projectId}/visit-plan', 'Get the visit plan of a project')
    .input(OfProject)
    .output(Plan),
  /** Past visits, and those that a person has changed, stay as they are, unless their day is no longer in the plan. */
  savePlan: route('PUT', '/operator/projects/{projectId}/visit-plan', 'Save a visit plan')
    .input(VisitPlanInput.extend({ projectId: Id }))
    .output(Plan),
  pause: route('POST', '/operator/projects/{projectId}/visit-plan/pause', 'Pause a visit plan')
    .input(OfProject.extend({ reason: VisitReason }))
    .output(Plan),
  resume: route('POST', '/operator/projects/{projectId}/visit-plan/resume', 'Resume a visit plan')
    .input(OfProject)
    .output(Plan),
  /** In the order of their time. Planned visits exist for the coming 10 weeks. */
  list: route('GET', '/visits', 'List visits')
    .input(VisitQuery)
    .output(z.object({ visits: z.array(Visit) })),
  /** VISIT_PLAN_MISSING if clients don't see the visits, VISIT_REQUESTS_OPEN if there are too many. */
  request: route('POST', '/projects/{projectId}/visits', 'Request a visit')
    .input(VisitRequest)
    .output(Visit),
  /** By default with the pilot and contents of the plan. VISIT_PLAN_MISSING without one. */
  add: route('POST', '/operator/projects/{projectId}/visits', 'Add a visit')
    .input(VisitChange.omit({ updatedAt: true }).extend({ projectId: Id, dueAt: Instant }))
    .output(Visit),
  /** Accepts a requested visit, and restores a canceled one. VISIT_FLOWN if it has a submission, VISIT_CHANGED. */
  update: route('PATCH', '/operator/visits/{id}', 'Move, change, accept or restore a visit')
    .input(VisitChange.extend({ id: Id }))
    .output(Visit),
  /** A requested visit is declined. VISIT_FLOWN if it has a submission. */
  cancel: route('POST', '/operator/visits/{id}/cancel', 'Cancel a visit, or decline a request')
    .input(
      z.object({
        id: Id,
        reason: VisitReason,
        isWeather: z.boolean().default(false),
        updatedAt: Instant.optional(),
      }),
    )
    .output(Visit),
  /** Null if the submission is from no planned visit. VISIT_FLOWN if the visit has another submission. */
  match: route('PUT', '/operator/submissions/{submissionId}/visit', 'Set the visit of a submission')
    .input(z.object({ submissionId: Id, visitId: Id.nullable() }))
    .output(z.object({ visit: Visit.nullable() })),
  ofSubmission: route(
    'GET',
    '/operator/submissions/{submissionId}/visit',
    'Get the visit of a submission',
  )
    .input(z.object({ submissionId: Id }))
    .output(z.object({ visit: Visit.nullable() })),
  /** Add `/visits.ics`, or `/my-visits.ics` for those that you fly, to the path. Null if it is off. */
  getCalendarLink: route('GET', '/calendar-link', 'Get your calendar link').output(CalendarLink),
  /** The previous link stops working. */
  setCalendarLink: route('POST', '/calendar-link', 'Renew or turn off your calendar link')
    .input(z.object({ isOn: z.boolean() }))
    .output(CalendarLink),
};
