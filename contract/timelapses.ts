import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import { FilmSize, Timelapse, TimelapseOptions } from '#domain/timelapses.ts';

const route = (path: `/${string}`, summary: string) =>
  oc.route({ method: 'POST', path, summary, tags: ['Viewpoints'] });

const OptionsInput = z.object({ viewpointId: Id, look: TimelapseOptions });
const VideoInput = OptionsInput.extend({ size: FilmSize });

export const timelapses = {
  /**
   * Creates one video per set of options; further calls return its progress. `again` resumes a failed or canceled one.
   */
  prepare: route('/viewpoints/{viewpointId}/timelapse', 'Create a time-lapse video')
    .input(VideoInput.extend({ again: z.boolean().default(false) }))
    .output(Timelapse),
  /** The video being made with these options, in any size. */
  making: route(
    '/viewpoints/{viewpointId}/timelapse/making',
    'Get the time-lapse video in progress',
  )
    .input(OptionsInput)
    .output(z.object({ film: Timelapse.nullable() })),
  /** Keeps finished parts, so that it can be resumed. */
  cancel: route('/viewpoints/{viewpointId}/timelapse/cancel', 'Cancel a time-lapse video')
    .input(VideoInput)
    .output(Timelapse),
};
