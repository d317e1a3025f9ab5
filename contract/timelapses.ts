import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import { FilmSize, Timelapse, TimelapseOptions } from '#domain/timelapses.ts';

const route = (path: `/${string}`, summary: string) =>
  oc.route({ method: 'POST', path, summary, tags: ['Viewpoints'] });

const Played = z.object({ viewpointId: Id, look: TimelapseOptions });
const Film = Played.extend({ size: FilmSize });

export const timelapses = {
  /** Created once per look; further calls return its progress. `again` resumes a failed or cancelled one. */
  prepare: route('/viewpoints/{viewpointId}/timelapse', 'Create a time-lapse video')
    .input(Film.extend({ again: z.boolean().default(false) }))
    .output(Timelapse),
  /** A video of this look that is being made now, in any size. */
  making: route(
    '/viewpoints/{viewpointId}/timelapse/making',
    'Get the time-lapse video in progress',
  )
    .input(Played)
    .output(z.object({ film: Timelapse.nullable() })),
  /** Finished parts are kept for resuming. */
  cancel: route('/viewpoints/{viewpointId}/timelapse/cancel', 'Cancel a time-lapse video')
    .input(Film)
    .output(Timelapse),
};
