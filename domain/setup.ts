import { z } from 'zod';
import { SignUpInput } from './accounts.ts';

/** The operator of the sample site, unless OPERATOR_EMAIL is set. */
export const SAMPLE_OPERATOR = 'operator@overfly.example';

/** The account that the person setting up the site creates for themselves. */
export const FirstAdmin = SignUpInput.pick({
  firstName: true,
  lastName: true,
  email: true,
  password: true,
});

export const SETUP_STEPS = [
  'brand',
  'email',
  'map',
  'backup',
  'company',
  'project',
  'client',
  'week',
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** What removing the sample site deletes. `isOwnAccount`: the viewer's account is part of it. */
export const Sample = z.object({
  companies: z.array(z.string()),
  projects: z.int(),
  files: z.int(),
  people: z.int(),
  isOwnAccount: z.boolean(),
});
export type Sample = z.infer<typeof Sample>;

/** `sample` is null without a sample site, or if the viewer may not remove it. `steps` is empty once all were done. */
export const Setup = z.object({
  sample: Sample.nullable(),
  /** Folder on the server with the backup made before the sample site was removed. */
  sampleBackup: z.string().nullable(),
  steps: z.array(z.object({ step: z.enum(SETUP_STEPS), isDone: z.boolean() })),
});
export type Setup = z.infer<typeof Setup>;

/** `typedName`: the site's name. `admin` is required if the viewer's account is part of the sample. */
export const SampleRemoval = z.object({
  typedName: z.string().max(200),
  admin: FirstAdmin.optional(),
});
