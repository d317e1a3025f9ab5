import type { z } from 'zod';
import { InvitationInput } from '#domain/invitations.ts';
import { ProjectQuery } from '#domain/projects.ts';
import { ShareLinkInput, ShareLinkQuery } from '#domain/share-links.ts';
import { invite } from '#server/people/invitations/service.ts';
import { projectsFor } from '#server/projects/service.ts';
import { createShareLink, shareLinksFor } from '#server/sharing/share-links/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { mailOrigin } from '#server/platform/http/origin.ts';
import { viewerOfPerson } from '#server/platform/auth/sessions/session.ts';
import { SAMPLE_PROJECTS } from './projects.ts';
import { findPerson, listCompanies, listOpenInvitations } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;
const DAY_MS = 86_400_000;
const LINK_PASSWORD = 'sample-2026';

type Sharing = { createdDaysAgo: number; expiresInDays: number | null } & Omit<
  z.input<typeof ShareLinkInput>,
  'projectId' | 'expiresAt'
>;

const SHARE_LINKS: readonly Sharing[] = [
  {
    createdDaysAgo: 20,
    expiresInDays: null,
    title: 'For the lenders (sample)',
    description: `Sample data. The password is ${LINK_PASSWORD}.`,
    password: LINK_PASSWORD,
    allowDownload: false,
  },
  {
    createdDaysAgo: 35,
    expiresInDays: -14,
    title: 'Neighborhood meeting (sample)',
    description: 'Sample data. The link expired after the meeting.',
  },
];

/**
 * Shares the first sample project as its client, and creates a pending invitation as its project manager, if these
 * people still exist.
 */
export async function seedSharing(ctx: Context): Promise<void> {
  const client = await viewerOf(ctx, 'client@overfly.example');
  if (client) await seedShareLinks(ctx, { viewer: client, origin: mailOrigin(ctx.config) });
  const manager = await viewerOf(ctx, 'pm@overfly.example');
  if (manager) await seedInvitation(ctx, manager);
}

export async function viewerOf(ctx: Context, email: string): Promise<Viewer | null> {
  const person = await ctx.db.as(SYSTEM, (tx) => findPerson(tx, email));
  return person?.isActive ? viewerOfPerson(person.id, person.role, person.companyId) : null;
}

type Owner = { viewer: Viewer; origin: string };

async function seedShareLinks(ctx: Context, owner: Owner) {
  const { shareLinks } = await shareLinksFor(ctx, owner, ShareLinkQuery.parse({}));
  const known = new Set(shareLinks.map(({ title }) => title));
  const projects = await projectsFor(ctx, SYSTEM, ProjectQuery.parse({}));
  const project = projects.find(({ name }) => name === SAMPLE_PROJECTS[0]?.name);
  for (const { createdDaysAgo, expiresInDays, ...link } of SHARE_LINKS) {
    if (!project || known.has(link.title ?? null)) continue;
    const at = (days: number) => new Date(ctx.clock().getTime() + days * DAY_MS);
    const expiresAt = expiresInDays === null ? null : at(expiresInDays).toISOString();
    const input = ShareLinkInput.parse({ ...link, projectId: project.id, expiresAt });
    await createShareLink({ ...ctx, clock: () => at(-createdDaysAgo) }, owner, input);
  }
}

/** The email is written to a file even if there is a mail server, because .example addresses don't exist. */
async function seedInvitation(ctx: Context, viewer: Viewer) {
  if ((await ctx.db.as(SYSTEM, listOpenInvitations)).length > 0) return;
  const companies = await ctx.db.as(SYSTEM, listCompanies);
  const company = companies.find(({ companyCode }) => companyCode === 'DEMO001');
  if (!company) return;
  const input = InvitationInput.parse({
    companyId: company.id,
    contactName: 'Grace Okafor (sample)',
    email: 'grace@brazosbuilders.example',
    phone: '(254) 555-0188',
    notes: 'Superintendent of Brazos Commons.',
  });
  await invite(ctx, viewer, input);
}
