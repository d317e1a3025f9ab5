import type { Page } from '@playwright/test';
import type { Case, Change } from './portal-strings.ts';
import { PROJECT } from './sample-site.ts';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const LINKS = '**/api/share-links*';

const sharing = async (page: Page) => {
  await page.goto('/dashboard/sharing');
};
const read = async <T>(page: Page, path: string) =>
  (await (await page.request.get(path)).json()) as T;

async function addressOfProject(page: Page): Promise<string> {
  const { projects } = await read<{ projects: { id: string; name: string }[] }>(
    page,
    '/api/projects',
  );
  return `/dashboard/projects/${projects.find(({ name }) => name === PROJECT)?.id}`;
}

/** The sample project's newest week with a video, or a page of `submissionId`. */
const week =
  (suffix = '', submissionId?: string) =>
  async (page: Page) => {
    const project = await addressOfProject(page);
    const { submissions } = await read<{ submissions: { id: string; videoCount: number }[] }>(
      page,
      `${project.replace('/dashboard', '/api')}/submissions`,
    );
    const withVideo = submissions.find(({ videoCount }) => videoCount > 0);
    await page.goto(`${project}/week/${submissionId ?? withVideo?.id}${suffix}`);
  };

/** Creates a link to the sample project. */
const shared = (path: string) => async (page: Page) => {
  const projectId = (await addressOfProject(page)).split('/').at(-1);
  const made = await page.request.post('/api/share-links', { data: { projectId } });
  const { url } = (await made.json()) as { url: string };
  await page.goto(new URL(url).pathname + path);
};

const noLinks: Change = [LINKS, () => ({ shareLinks: [], found: 0, total: 0 })];
const inDrive: Change = [
  '**/api/submissions/*-*',
  (all) => ({ ...all, googleDriveFolderUrl: 'https://drive.example/folder' }),
];

/** Exact texts about sharing and weeks, and those that visitors see. */
export const SHARING_CASES: Case[] = [
  // First, because a week that was seen once stays cached.
  {
    screen: 'week that fails to load',
    without: '**/api/submissions/*-*',
    visit: week(),
    strings: ['Failed to load week details.', 'Back to Project'],
  },
  {
    screen: 'investor preview that fails to load',
    without: '**/api/submissions/*-*',
    visit: week('?preview=true'),
    strings: ['Content Not Available', 'Failed to load data'],
  },
  {
    screen: 'sharing',
    visit: async (page) => {
      await shared('')(page);
      await sharing(page);
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
    },
    strings: [
      'Project Sharing',
      'Create Share Link',
      'Active',
      'Copy Link',
      'Open Link',
      'Disable',
      'Delete',
    ],
  },
  {
    screen: 'new share link',
    visit: async (page) => {
      await sharing(page);
      await page.getByRole('button', { name: 'Create Share Link' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Create Share Link' });
      await dialog.getByRole('button', { name: 'Create Share Link' }).click();
    },
    strings: [
      'Project',
      'Submissions',
      'Title',
      'Description',
      'Expires',
      'Please select a project',
    ],
  },
  { screen: 'no share links', change: [noLinks], visit: sharing, strings: ['No share links yet'] },
  {
    screen: 'sharing that fails to load',
    without: LINKS,
    visit: sharing,
    strings: ['Failed to load data'],
  },
  {
    screen: 'shared project',
    visit: shared(''),
    strings: [
      'Project Overview',
      'Compare with week',
      'Photo gallery',
      'Project Information',
      'Start date',
      'Estimated completion',
    ],
  },
  { screen: 'shared week', visit: shared('/week'), strings: ['Photo gallery'] },
  {
    screen: 'invalid share link',
    visit: async (page) => {
      await page.goto(`/shared/${'x'.repeat(43)}`);
    },
    strings: ['Link Not Available', 'This shared link is not available or has expired.', 'Go Back'],
  },
  {
    screen: 'week',
    visit: week(),
    change: [inDrive],
    strings: [
      'Back to Project',
      'Investor Preview',
      'Open Google Drive Folder',
      'Weekly Overview',
      'Drone Video',
      'Project Status',
      'Current Status',
      'Documentation Date',
      'Media',
    ],
  },
  {
    screen: 'no such week',
    visit: week('', UNKNOWN),
    strings: ["Week not found or you don't have access to it.", 'Back to Project'],
  },
  {
    screen: 'week of a missing project',
    visit: async (page) => {
      await page.goto(`/dashboard/projects/${UNKNOWN}/week/${UNKNOWN}`);
    },
    strings: ['Project not found.'],
  },
  { screen: 'investor preview', visit: week('?preview=true'), strings: ['Investor Preview'] },
  {
    screen: 'investor preview of a missing week',
    visit: week('?preview=true', UNKNOWN),
    strings: ['Content Not Available', 'Content not found', 'Back to Project'],
  },
  {
    screen: 'investor preview of a missing project',
    visit: async (page) => {
      await page.goto(`/dashboard/projects/${UNKNOWN}/week/${UNKNOWN}?preview=true`);
    },
    strings: ['Content Not Available', 'Project not found'],
  },
];
