import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import {
  Engine,
  EngineInput,
  EngineState,
  MapBuild,
  MapBuildInput,
  MapEstimate,
} from '#domain/map-builds.ts';

const route = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Maps'] });
const ById = z.object({ id: Id });

/** Servers with the NodeODM API that make maps of photos. */
export const engines = {
  list: route('GET', '/operator/engines', 'List map engines').output(
    z.object({ engines: z.array(Engine) }),
  ),
  add: route('POST', '/operator/engines', 'Add a map engine').input(EngineInput).output(Engine),
  update: route('PUT', '/operator/engines/{id}', 'Change a map engine')
    .input(EngineInput.extend({ id: Id }))
    .output(Engine),
  remove: route('DELETE', '/operator/engines/{id}', 'Remove a map engine').input(ById).output(ById),
  /** Asks the engine. ENGINE_UNREACHABLE with its message if it refuses. */
  test: route('GET', '/operator/engines/{id}/state', 'Test a map engine')
    .input(ById)
    .output(EngineState),
};

export const mapBuilds = {
  list: route('GET', '/operator/submissions/{submissionId}/map-builds', 'List map builds')
    .input(z.object({ submissionId: Id }))
    .output(z.object({ builds: z.array(MapBuild) })),
  /** Whether its photos make a map, from their metadata alone. */
  estimate: route('GET', '/operator/submissions/{submissionId}/map-estimate', 'Estimate a map')
    .input(z.object({ submissionId: Id }))
    .output(MapEstimate),
  /** Of all photos of the submission. MAP_BUILD_ACTIVE if one hasn't ended. */
  start: route('POST', '/operator/submissions/{submissionId}/map-builds', 'Build a map of photos')
    .input(MapBuildInput)
    .output(MapBuild),
  cancel: route('POST', '/operator/map-builds/{id}/cancel', 'Cancel a map build')
    .input(ById)
    .output(MapBuild),
};
