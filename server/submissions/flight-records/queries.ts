import { sql } from 'kysely';
import type { FlightRecordChange } from '#domain/flight-records.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { personName } from '#server/platform/db/expressions.ts';

export type FlightRecordRow = NonNullable<Awaited<ReturnType<typeof findFlightRecord>>>;

export const findFlightRecord = (tx: Tx, submissionId: string) =>
  tx
    .selectFrom('submissions')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .leftJoin('flightRecords as record', 'record.submissionId', 'submissions.id')
    .select(['submissions.id as submissionId', 'submissions.projectId', 'submissions.title'])
    .select(['projects.timeZone', 'projects.showsFlightRecords as isShownToClients'])
    .select(['projects.latitude', 'projects.longitude'])
    .select(['record.pilotName', 'record.certificate', 'record.aircraft', 'record.airspaceClass'])
    .select(['record.airspaceCeiling', 'record.authorizationNumber', 'record.weather'])
    .select(['record.metar', 'record.notes'])
    .where('submissions.id', '=', submissionId)
    .executeTakeFirst();

export const listFlightPhotos = (tx: Tx, submissionId: string, isForClients: boolean) =>
  tx
    .selectFrom('files')
    .select(['capturedAt', 'latitude', 'longitude', 'relativeAltitude', 'lens', 'focalLength'])
    .select(['equivalentFocalLength', 'aircraftModel', 'aircraftSerial', 'cameraSerial'])
    .select(['cameraMake', 'cameraModel'])
    .where('submissionId', '=', submissionId)
    .where('kind', '=', 'photo')
    .where('state', '=', 'ready')
    .$if(isForClients, (query) => query.where('isForClients', '=', true))
    .execute();

/**
 * For the first photo of a submission. The pilot is the visit's, or the person who uploaded it, if they have a
 * certificate. Does nothing if there is a record already.
 */
export const insertFlightRecord = (tx: Tx, fileId: string, now: Date) =>
  tx
    .insertInto('flightRecords')
    .columns(['submissionId', 'pilotName', 'certificate', 'createdAt', 'lookUpAt'])
    .expression((eb) =>
      eb
        .selectFrom('files')
        .leftJoin('visits', 'visits.submissionId', 'files.submissionId')
        .leftJoin('profiles', (join) =>
          join
            .on('profiles.id', '=', ({ fn }) => fn.coalesce('visits.pilotId', 'files.createdBy'))
            .on('profiles.certificate', 'is not', null),
        )
        .where('files.id', '=', fileId)
        .where('files.kind', '=', 'photo')
        .where('files.submissionId', 'is not', null)
        .select((of) => [
          of.ref('files.submissionId').$notNull().as('submissionId'),
          personName().as('pilotName'),
          'profiles.certificate',
          of.val(now).as('createdAt'),
          of.val(now).as('lookUpAt'),
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const saveFlightRecord = (tx: Tx, submissionId: string, changes: FlightRecordChange) =>
  tx
    .insertInto('flightRecords')
    .values({ submissionId, ...changes })
    .onConflict((conflict) =>
      conflict.column('submissionId').doUpdateSet({ ...changes, updatedAt: new Date() }),
    )
    .execute();

/** The first photo's time and place; without a position, the project's. */
export const findTakeoff = (tx: Tx, submissionId: string) =>
  tx
    .selectFrom('files')
    .innerJoin('projects', 'projects.id', 'files.projectId')
    .select('files.capturedAt as at')
    .select(sql<number | null>`coalesce(files.latitude, projects.latitude)`.as('latitude'))
    .select(sql<number | null>`coalesce(files.longitude, projects.longitude)`.as('longitude'))
    .where('files.submissionId', '=', submissionId)
    .where('files.kind', '=', 'photo')
    .where('files.capturedAt', 'is not', null)
    .orderBy('files.capturedAt')
    .limit(1)
    .executeTakeFirst();

/** Records from the last week that are due. They are due again at `next`, in case the services fail. */
export const takeDueLookUps = (tx: Tx, now: Date, { next, since }: { next: Date; since: Date }) =>
  tx
    .updateTable('flightRecords')
    .set({ lookUpAt: next })
    .where('lookUpAt', '<=', now)
    .where('createdAt', '>', since)
    .returning('submissionId')
    .execute();

export type Found = {
  weather?: string;
  metar?: string;
  airspaceCeiling?: number;
  airspaceClass?: string | null;
};

/** Values that people typed stay. If `isComplete`, the services aren't asked again. */
export const fillFlightRecord = (
  tx: Tx,
  submissionId: string,
  { isComplete, ...found }: Found & { isComplete: boolean },
) =>
  tx
    .updateTable('flightRecords')
    .set((eb) => ({
      weather: eb.fn.coalesce('weather', eb.val(found.weather ?? null)),
      metar: eb.fn.coalesce('metar', eb.val(found.metar ?? null)),
      airspaceClass: eb.fn.coalesce('airspaceClass', eb.val(found.airspaceClass ?? null)),
      airspaceCeiling: eb.fn.coalesce('airspaceCeiling', eb.val(found.airspaceCeiling ?? null)),
      ...(isComplete && { lookUpAt: null }),
      updatedAt: new Date(),
    }))
    .where('submissionId', '=', submissionId)
    .execute();
