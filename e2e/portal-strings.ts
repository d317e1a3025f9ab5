import type { Page } from '@playwright/test';
import { PROJECT } from './sample-site.ts';
import { photo } from './viewer-screens.ts';

/** Changes the server's responses to get states that the sample site isn't in. */
export type Change = [address: string, change: (answer: Record<string, unknown>) => unknown];

export type Case = {
  screen: string;
  strings: string[];
  change?: Change[];
  /** Pictures that fail to load. */
  without?: string;
  /** Opens the page with the text; by default the dashboard. */
  visit?: (page: Page) => Promise<void>;
  /** Steps from the page to the text. */
  open?: (page: Page) => Promise<void>;
};

const go = (name: string) => (page: Page) =>
  page.getByRole('link', { name, exact: true }).first().click();
const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();
const openProject = async (page: Page) => {
  await go('Projects')(page);
  await go(`View Details of ${PROJECT}`)(page);
};
const openTab = (name: string) => async (page: Page) => {
  await openProject(page);
  await page.getByRole('tab', { name }).click();
};
const openViewer =
  (...buttons: string[]) =>
  async (page: Page) => {
    await openProject(page);
    await photo(page).click();
    for (const name of buttons) await press(name)(page);
  };
const openMonitor = (tab: string) => async (page: Page) => {
  await page.goto('/dashboard?perf=1');
  await press(tab)(page);
};
const search = (words: string) => async (page: Page) => {
  await go('Projects')(page);
  await page.getByPlaceholder('Search projects...').fill(words);
};

const NO_SUBMISSIONS: Change = ['**/api/projects/*/submissions', () => ({ submissions: [] })];
const NO_PROJECTS: Change[] = [
  ['**/api/projects', () => ({ projects: [] })],
  ['**/api/overview', (all) => ({ ...all, totalProjects: 0, recentProjects: [], thisWeek: [] })],
];
const onePhoto: Change = [
  '**/api/submissions/*/files',
  ({ files }) => ({
    files: (files as { kind: string }[]).filter(({ kind }) => kind === 'photo').slice(0, 1),
  }),
];
const inDrive: Change = [
  '**/api/projects/*/submissions',
  ({ submissions }) => ({
    submissions: (submissions as object[]).map((submission) => ({
      ...submission,
      googleDriveFolderUrl: 'https://drive.example/folder',
    })),
  }),
];
const EMPTY_PORTAL = [
  'No Projects Yet',
  "Your construction projects will appear here once they're created.",
  'Contact Support',
];

/** The specification's exact texts and the screens that show them. Hidden text may follow. */
export const CASES: Case[] = [
  {
    screen: 'shell',
    strings: [
      'Dashboard',
      'Projects',
      'Project Sharing',
      'Contact Support',
      'Sign Out',
      'Client Portal',
      'Welcome back, client',
    ],
  },
  {
    screen: 'dashboard',
    strings: [
      'Active Projects',
      'Total Projects',
      'This Week',
      'Quick Access',
      'View Map',
      'Recent Projects',
      'View All',
      'Updates This Week',
    ],
  },
  { screen: 'dashboard without projects', change: NO_PROJECTS, strings: EMPTY_PORTAL },
  {
    screen: 'projects',
    open: go('Projects'),
    strings: [
      'Projects',
      'Manage and track your construction projects',
      'Search projects...',
      'View Details',
    ],
  },
  {
    screen: 'projects by status',
    open: async (page) => {
      await go('Projects')(page);
      await page.getByRole('combobox', { name: 'Status' }).click();
    },
    strings: ['active', 'planning', 'completed', 'on-hold', 'cancelled'],
  },
  { screen: 'no projects', change: NO_PROJECTS, open: go('Projects'), strings: EMPTY_PORTAL },
  {
    screen: 'no project found',
    open: search('no such project'),
    strings: [
      'No Projects Found',
      "Try adjusting your search or filters to find what you're looking for.",
    ],
  },
  {
    screen: 'map view',
    open: go('Map View'),
    strings: [
      'Interactive map showing all your project locations',
      'Project Locations',
      'View All',
    ],
  },
  {
    screen: 'map view without projects',
    change: [['**/api/projects', () => ({ projects: [] })]],
    open: go('Map View'),
    strings: ['No Projects Yet', 'Project locations will appear here once created.'],
  },
  {
    screen: 'project',
    open: openProject,
    change: [inDrive, ['**/api/projects/*-*', (all) => ({ ...all, isManaged: true })]],
    strings: [
      'Project Overview',
      'Submission Updates',
      'Submission Progress Updates',
      'Project Details',
      'Start Date',
      'Est. Completion',
      'Status',
      'Project Manager',
      'Assigned',
      'Google Drive Folders',
      'Open Folder',
      'Project Media',
      'Photos',
      'Videos',
      'Maps',
    ],
  },
  {
    screen: 'project without details',
    open: openProject,
    change: [
      NO_SUBMISSIONS,
      ['**/api/projects/*-*', (all) => ({ ...all, description: null, isManaged: false })],
    ],
    strings: [
      'No description available.',
      'Not assigned',
      'No Google Drive folders available',
      'No Photos Yet',
      'No Updates Yet',
    ],
  },
  {
    screen: 'no videos',
    open: openTab('Videos'),
    change: [NO_SUBMISSIONS],
    strings: ['No Videos Yet'],
  },
  {
    screen: 'no maps',
    open: openTab('Maps'),
    change: [NO_SUBMISSIONS, ['**/api/projects/*/maps', () => ({ weeks: [] })]],
    strings: ['No Maps Yet'],
  },
  {
    screen: 'no such project',
    visit: async (page) => {
      await page.goto('/dashboard/projects/00000000-0000-7000-8000-000000000000');
    },
    strings: ['Project Not Found', 'Back to Projects'],
  },
  { screen: 'gallery', open: openProject, without: '**/*.webp', strings: ['Failed to load'] },
  { screen: 'viewer', open: openViewer(), strings: ['Single', 'Gallery', 'Compare', 'Slider'] },
  {
    screen: 'viewer with a missing picture',
    open: async (page) => {
      await openProject(page);
      await press('Compare Weeks')(page);
      await press('Single')(page);
    },
    without: '**/*.webp',
    strings: ['Failed to load image', 'Retry', 'Image unavailable'],
  },
  {
    screen: 'selecting two images',
    open: openViewer('Gallery', 'Compare two images'),
    strings: ['Select images to compare'],
  },
  {
    screen: 'selecting two images of one',
    open: openViewer('Gallery', 'Compare two images'),
    change: [onePhoto],
    strings: [
      'This capture date has less than 2 images. Select a date with multiple images to enable comparison.',
    ],
  },
  {
    screen: 'Performance Monitor',
    visit: openMonitor('Images'),
    strings: [
      'Performance Monitor',
      'Images',
      'Total',
      'Loaded',
      'Progress',
      'Average load time',
      'Images per second',
      'Failed',
    ],
  },
  {
    screen: 'Performance Monitor, cache',
    visit: openMonitor('Cache'),
    strings: ['Cache', 'Entries', 'Hit rate', 'Usage', 'Size', 'Max', 'Clear Cache'],
  },
  { screen: 'support', open: go('Contact Support'), strings: ['Contact Support'] },
];
