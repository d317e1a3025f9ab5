import type { z } from 'zod';
import { InvitationInput } from '#domain/invitations.ts';
import { ProjectQuery } from '#domain/projects.ts';
import { ShareLinkInput } from '#domain/share-links.ts';
import { companiesFor } from '#server/features/companies/service.ts';
import { invitationsFor, invite } from '#server/features/invitations/service.ts';
import { projectsFor } from '#server/features/projects/service.ts';
import { createShareLink, shareLinksFor } from '#server/features/share-links/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { mailOrigin } from '#server/platform/http/origin.ts';
import { SAMPLE_PROJECTS } from './projects.ts';

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
    title: 'Neighbourhood meeting (sample)',
    description: 'Sample data. It ended after the meeting.',
  },
];

/** Makes the share links of the first sample project and an invitation that waits for its answer. */
export async function seedSharing(ctx: Context): Promise<void> {
  const viewer = await projectManager(ctx);
  const origin = mailOrigin(ctx.config);
  if (!viewer) return;
  await seedShareLinks(ctx, { viewer, origin });
  await seedInvitation(ctx, { viewer, origin });
}

/** The account of the sample that looks after projects, if people have left it. */
async function projectManager(ctx: Context): Promise<Viewer | null> {
  const profile = await ctx.db.as(SYSTEM, (tx) =>
    tx
      .selectFrom('profiles')
      .select('id')
      .where('email', '=', 'pm@overfly.example')
      .executeTakeFirst(),
  );
  return profile ? { kind: 'staff', profileId: profile.id, role: 'project_manager' } : null;
}

type Owner = { viewer: Viewer; origin: string };

async function seedShareLinks(ctx: Context, owner: Owner) {
  const known = new Set((await shareLinksFor(ctx, owner)).map(({ title }) => title));
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

/** Where mail is real nobody is invited. */
async function seedInvitation(ctx: Context, owner: Owner) {
  if (ctx.config.mail.smtpUrl || (await invitationsFor(ctx, SYSTEM)).length > 0) return;
  const companies = await companiesFor(ctx, SYSTEM);
  const company = companies.find(({ companyCode }) => companyCode === 'DEMO001');
  if (!company) return;
  const input = InvitationInput.parse({
    companyId: company.id,
    contactName: 'Grace Okafor (sample)',
    email: 'grace@brazosbuilders.example',
    phone: '(254) 555-0188',
    notes: 'Superintendent of Brazos Commons.',
  });
  await invite(ctx, owner.viewer, input);
}
