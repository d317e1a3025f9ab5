import { makeFile, makeViewpoint } from '../factories.ts';
import { get, input, unique, type Prepare } from './attempt.ts';
import type { World } from './world.ts';

const spare = ({ ctx, project }: World, changes = {}) => makeViewpoint(ctx, project.id, changes);

const filmOf = async (world: World) => {
  const { id: viewpointId } = await spare(world);
  return { viewpointId, size: '1080p', look: {} };
};

export const VIEWPOINT_REQUESTS: Record<string, Prepare> = {
  'viewpoints.list': ({ project }) => input({ projectId: project.id }),
  'viewpoints.compare': ({ project }) => input({ projectId: project.id }),
  'viewpoints.compare of a draft': ({ project, draft }) =>
    input({ projectId: project.id, submissionId: draft.id }),
  'viewpoints.get': async (world) => {
    const { id } = await spare(world);
    await makeFile(world.ctx, world.published, { viewpointId: id });
    return input({ id });
  },
  'viewpoints.get of an empty one': async (world) => input({ id: (await spare(world)).id }),
  'viewpoints.get of a hidden one': async (world) =>
    input({ id: (await spare(world, { isHidden: true })).id }),
  'viewpoints.update': async (world) => input({ id: (await spare(world)).id, name: unique() }),
  'viewpoints.reorder': async ({ ctx, project }) => {
    const { rows } = await ctx.db.pool.query<{ id: string }>(
      'select id from viewpoints where project_id = $1',
      [project.id],
    );
    return input({ projectId: project.id, ids: rows.map(({ id }) => id) });
  },
  'viewpoints.merge': async (world) =>
    input({ id: (await spare(world)).id, intoId: (await spare(world)).id }),
  'viewpoints.remove': async (world) => input({ id: (await spare(world)).id }),
  'viewpoints.split of all photos': async (world) => {
    const { id } = await spare(world);
    const file = await makeFile(world.ctx, world.published, { viewpointId: id });
    return input({ id, fileIds: [file.id] });
  },
  'timelapses.prepare without photos': async (world) => input(await filmOf(world)),
  'timelapses.making without photos': async (world) => {
    const { viewpointId, look } = await filmOf(world);
    return input({ viewpointId, look });
  },
  'timelapses.cancel without photos': async (world) => input(await filmOf(world)),
  'GET /timelapses/p/:profileId/:id/:seal/timelapse.mp4 with a false seal': ({ people, project }) =>
    get(`/timelapses/p/${people.client.id}/${project.id}/zzzzzzzz-false/timelapse.mp4`),
  'GET /timelapses/s/:shareLinkId/:id/:seal/timelapse.mp4 with a false seal': ({ link, project }) =>
    get(`/timelapses/s/${link.id}/${project.id}/zzzzzzzz-false/timelapse.mp4`),
  'viewpoints.setReference': async (world) => {
    const { id } = await spare(world);
    return input({
      id,
      fileId: (await makeFile(world.ctx, world.published, { viewpointId: id })).id,
    });
  },
  'viewpoints.assign': async (world) => {
    const file = await makeFile(world.ctx, world.published);
    return input({ id: (await spare(world)).id, fileIds: [file.id] });
  },
  'viewpoints.ofSubmission': ({ published }) => input({ submissionId: published.id }),
  'viewpoints.poses': ({ project }) => input({ projectId: project.id }),
  'viewpoints.unplaced': ({ project }) => input({ projectId: project.id }),
  'viewpoints.create': async ({ ctx, project, published }) =>
    input({ projectId: project.id, fileIds: [(await makeFile(ctx, published)).id] }),
  'viewpoints.release': async (world) => {
    const { id } = await spare(world);
    const file = await makeFile(world.ctx, world.published, { viewpointId: id });
    return input({ id, fileIds: [file.id] });
  },
};
