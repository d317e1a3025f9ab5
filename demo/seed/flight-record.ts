import { changeProject } from '#server/projects/service.ts';
import { changeFlightRecord } from '#server/submissions/flight-records/service.ts';
import type { Context } from '#server/platform/context.ts';

const SYSTEM = { kind: 'system' } as const;

/** Without a METAR, whose day would be wrong once the sample's visits are moved. */
const RECORD = {
  pilotName: 'Olivia Reyes (sample)',
  certificate: '4000000 (sample)',
  aircraft: 'FAA registration FA3SAMPLE',
  airspaceClass: 'D',
  airspaceCeiling: 400,
  authorizationNumber: 'LAANC SAMPLE-0412',
  weather: 'Mostly Clear, 14°C, wind 340° at 8 kt, visibility 10 mi',
  notes: 'The tower crane was working. Stayed clear of it to the south.',
} as const;

/** Shows it to clients, too. */
export async function seedFlightRecord(
  ctx: Context,
  { submissionId, projectId }: { submissionId: string; projectId: string },
): Promise<void> {
  await changeFlightRecord(ctx, SYSTEM, { submissionId, ...RECORD });
  await changeProject(ctx, SYSTEM, { id: projectId, showsFlightRecords: true });
}
