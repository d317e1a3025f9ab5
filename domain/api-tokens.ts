import { z } from 'zod';
import { Id, Instant, line } from './fields.ts';

/** A scope never grants more than the token's owner is allowed to do. */
export const TOKEN_SCOPES = [
  'read',
  'projects:write',
  'submissions:write',
  'submissions:publish',
  'uploads:write',
  'share-links:write',
  'pins:read',
  'pins:write',
] as const;
export const TokenScope = z.enum(TOKEN_SCOPES);
export type TokenScope = z.infer<typeof TokenScope>;

export const SCOPE_LABELS: Record<TokenScope, { label: string; description: string }> = {
  read: {
    label: 'Read',
    description:
      'Read projects, visits, submissions, files, maps, reports and share links, and download files.',
  },
  'projects:write': {
    label: 'Change projects',
    description: 'Create, change and delete projects, plan visits, and change viewpoints.',
  },
  'submissions:write': {
    label: 'Change submissions',
    description: 'Create, change, archive and delete submissions and their files.',
  },
  'submissions:publish': {
    label: 'Publish submissions',
    description: 'Publish and schedule submissions. Clients are notified.',
  },
  'uploads:write': { label: 'Upload files', description: 'Add files to submissions.' },
  'share-links:write': {
    label: 'Change share links',
    description: 'Create, change and delete share links.',
  },
  'pins:read': { label: 'Read pins', description: 'Read pins and their replies.' },
  'pins:write': { label: 'Change pins', description: 'Create, change, answer and delete pins.' },
};

/** Every secret starts with this, so that secret scanners can find leaked ones. */
export const TOKEN_PREFIX = 'ovf_';

export const ApiTokenInput = z.object({
  name: line('Enter a name.').min(1, 'Enter a name.').max(100),
  scopes: z
    .array(TokenScope)
    .min(1, 'Choose at least one scope.')
    .transform((scopes) => TOKEN_SCOPES.filter((scope) => scopes.includes(scope))),
  expiresAt: Instant.nullable(),
});
export type ApiTokenInput = z.infer<typeof ApiTokenInput>;

export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(TokenScope),
  person: z.object({ id: Id, name: z.string() }),
  createdAt: Instant,
  expiresAt: Instant.nullable(),
  lastUsedAt: Instant.nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const NewApiToken = z.object({ apiToken: ApiToken, secret: z.string() });
export type NewApiToken = z.infer<typeof NewApiToken>;
