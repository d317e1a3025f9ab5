import { MapBuildInput } from '#domain/map-builds.ts';
import { addEngine } from '#server/maps/builds/engines.ts';
import { webhookPath } from '#server/maps/builds/webhook.ts';
import { startBuild } from '#server/maps/builds/service.ts';
import { makeFile, makeProject, makeSubmission } from '../factories.ts';
import { input, none, post, unique, type Prepare } from './attempt.ts';
import type { World } from './world.ts';

/** Nothing listens there. */
const URL = 'http://127.0.0.1:9';

const engineOf = ({ ctx, people }: World) =>
  addEngine(ctx, people.admin.viewer, { name: unique(), url: URL });

async function photosOf({ ctx, company }: World) {
  const { id: projectId } = await makeProject(ctx, company.id);
  const submission = await makeSubmission(ctx, projectId);
  for (let i = 0; i < 5; i++) await makeFile(ctx, submission);
  return submission.id;
}
const started = async (world: World) => ({
  submissionId: await photosOf(world),
  engineId: (await engineOf(world)).id,
});

export const ENGINE_REQUESTS: Record<string, Prepare> = {
  'engines.list': none,
  'engines.add': () => input({ name: unique(), url: URL }),
  'engines.update': async (world) => input({ id: (await engineOf(world)).id, name: 'A', url: URL }),
  'engines.remove': async (world) => input({ id: (await engineOf(world)).id }),
  'engines.test': async (world) => input({ id: (await engineOf(world)).id }),
  'mapBuilds.list': ({ draft }) => input({ submissionId: draft.id }),
  'mapBuilds.estimate': ({ draft }) => input({ submissionId: draft.id }),
  'mapBuilds.start': async (world) => input(await started(world)),
  'mapBuilds.start with too few photos': async (world) =>
    input({
      ...(await started(world)),
      submissionId: (await makeSubmission(world.ctx, world.project.id)).id,
    }),
  'POST /engine-webhooks/:taskId/:seal': ({ ctx, draft }) => post(webhookPath(ctx, draft.id)),
  'POST /engine-webhooks/:taskId/:seal with a false seal': ({ ctx, draft }) =>
    post(webhookPath(ctx, draft.id).replace(/.$/, '-')),
  'mapBuilds.cancel': async (world) => {
    const { id } = await startBuild(
      world.ctx,
      world.people.admin.viewer,
      MapBuildInput.parse(await started(world)),
    );
    return input({ id });
  },
};
