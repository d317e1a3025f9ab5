import { expect, test } from 'vitest';
import { makeFile, makeProjectWithPeople, makeSubmission, makeViewpoint } from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const site = runSite();
const POSE = { latitude: 31.5, longitude: -97.1, gimbalYaw: 90, gimbalPitch: -20 };

test("each viewpoint's reference or latest photo gives its pose", async () => {
  const { ctx } = site;
  const {
    project: { id: projectId },
    staff,
  } = await makeProjectWithPeople(ctx);
  const weekOf = async (day: string) => {
    const { id } = await makeSubmission(ctx, projectId, { published: true });
    await site.change('update submissions set recorded_date = $2 where id = $1', id, day);
    return { id, projectId };
  };
  const [first, second] = [await weekOf('2026-11-13'), await weekOf('2026-11-20')];
  const at = (minute: number) => new Date(Date.parse('2026-11-20T15:00:00Z') + minute * 60_000);
  const view = (name: string, sortOrder: number) =>
    makeViewpoint(ctx, projectId, { name, sortOrder });
  const [gate, crane, tour] = [
    await view('Gate', 2),
    await view('Crane', 1),
    await view('Tour', 3),
  ];
  await view('Empty', 4);
  const add = (
    week: { id: string; projectId: string },
    viewpoint: { id: string },
    altitudes: [altitude: number | null, relative: number | null],
    changes = {},
  ) =>
    makeFile(ctx, week, {
      ...POSE,
      viewpointId: viewpoint.id,
      altitude: altitudes[0],
      relativeAltitude: altitudes[1],
      capturedAt: at(0),
      ...changes,
    });
  const reference = await add(first, gate, [210, 60]);
  await site.change('update viewpoints set reference_id = $2 where id = $1', gate.id, reference.id);
  await add(second, gate, [202, 60]);
  await add(first, crane, [190, 40]);
  await add(second, crane, [182, 40]);
  // Newer, but of no use for a mission.
  await add(second, crane, [182, 40], { latitude: null, longitude: null, capturedAt: at(9) });
  await add(second, tour, [null, null], { photoType: 'panorama' });

  const { poses } = await site.as(staff).viewpoints.poses({ projectId });
  expect(poses).toMatchObject([
    { ...POSE, name: 'Crane', day: '2026-11-20', altitude: 182 },
    { ...POSE, name: 'Gate', day: '2026-11-13', altitude: 210 },
    { name: 'Tour', isPanorama: true },
  ]);
});
