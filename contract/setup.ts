import { oc } from '@orpc/contract';
import { z } from 'zod';
import { FirstAdmin, SampleRemoval } from '#domain/setup.ts';

const route = (path: `/${string}`, summary: string) =>
  oc.route({ method: 'POST', path, summary, tags: ['Setup'] });

/** Accepts any text, so that malformed and unknown secrets get the same answer. In the body, so that it isn't logged. */
const WithSecret = z.object({ secret: z.string().max(200) });

export const setup = {
  open: route('/setup/open', 'Check a setup link')
    .input(WithSecret)
    .output(z.object({ isOpen: z.literal(true) })),
  createAdmin: route('/setup/admin', 'Create the first admin with a setup link')
    .input(FirstAdmin.extend(WithSecret.shape))
    .output(z.object({ email: z.string() })),
  removeSample: route('/setup/sample/remove', 'Back up and remove the sample site')
    .input(SampleRemoval)
    .output(z.object({ backup: z.string() })),
  dismiss: route('/setup/dismiss', 'Hide the setup checklist').output(
    z.object({ isDismissed: z.literal(true) }),
  ),
};
