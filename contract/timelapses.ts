import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import { FilmSize, Timelapse, TimelapseLook } from '#domain/timelapses.ts';

const route = (path: `/${string}`, summary: string) =>
  oc.route({ method: 'POST', path, summary, tags: ['Viewpoints'] });

const Played = z.object({ viewpointId: Id, look: TimelapseLook });
const Film = Played.extend({ size: FilmSize });

export const timelapses = {
  /** The same film is made once: asked for again, it says how far it is. `again` goes on with what failed or was cancelled. */
  prepare: route('/viewpoints/{viewpointId}/timelapse', 'Have a time-lapse made as a film')
    .input(Film.extend({ again: z.boolean().default(false) }))
    .output(Timelapse),
  /** The film of this look that is being made at this moment, in any size, for whoever comes back to it. */
  making: route(
    '/viewpoints/{viewpointId}/timelapse/making',
    'Tell whether a time-lapse is being made as a film',
  )
    .input(Played)
    .output(z.object({ film: Timelapse.nullable() })),
  /** What is made already is kept for whoever goes on with it. */
  cancel: route('/viewpoints/{viewpointId}/timelapse/cancel', 'Stop making a time-lapse')
    .input(Film)
    .output(Timelapse),
};
