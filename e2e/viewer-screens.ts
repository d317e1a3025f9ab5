import { CLIENT, OPEN_PHOTO, PHOTO } from './sample-site.ts';
import { button, heading, press, type Screen } from './screen-parts.ts';

/** A photo on a page, which opens the viewer. */
export const photo = button(OPEN_PHOTO);

/** The media viewer in each of its modes, over a project. */
export const VIEWER_SCREENS: Screen[] = [
  {
    name: 'viewer, single',
    as: CLIENT,
    address: ({ project }) => project,
    open: async (page) => {
      await photo(page).click();
      await press('Single')(page);
    },
    ready: (page) => page.getByRole('dialog').getByRole('img', { name: PHOTO }),
    action: button('Zoom in'),
  },
  {
    name: 'viewer, gallery',
    as: CLIENT,
    address: ({ project }) => project,
    open: async (page) => {
      await photo(page).click();
      await press('Gallery')(page);
    },
    ready: (page) => page.getByRole('dialog').getByRole('img', { name: PHOTO }).nth(5),
    action: button('Compare two images'),
  },
  {
    name: 'viewer, two weeks side by side',
    as: CLIENT,
    address: ({ project }) => project,
    open: press('Compare Weeks'),
    ready: (page) => page.getByRole('dialog').getByRole('img', { name: PHOTO }).nth(1),
    action: button('More'),
  },
  {
    name: 'viewer, two weeks with a slider',
    as: CLIENT,
    address: ({ project }) => project,
    open: async (page) => {
      await press('Compare Weeks')(page);
      await press('Slider')(page);
    },
    ready: (page) => page.getByRole('dialog').getByRole('img', { name: PHOTO }).nth(1),
    action: (page) => page.getByRole('dialog').getByRole('slider', { name: /^Divider/ }),
  },
  {
    name: 'viewer, two weeks faded',
    as: CLIENT,
    address: ({ project }) => project,
    open: async (page) => {
      await press('Compare Weeks')(page);
      await press('More')(page);
      await press('Fade')(page);
    },
    ready: (page) => page.getByRole('dialog').getByRole('img', { name: PHOTO }).nth(1),
    action: (page) => page.getByRole('slider', { name: /^From / }),
  },
  {
    name: 'viewer, previous week in a lens',
    as: CLIENT,
    address: ({ project }) => project,
    open: async (page) => {
      await press('Compare Weeks')(page);
      await press('More')(page);
      await press('Lens')(page);
    },
    ready: (page) => page.getByRole('dialog').getByRole('img', { name: PHOTO }).nth(1),
    action: button(/^Lens showing/),
  },
  {
    name: 'viewer, more ways to compare',
    as: CLIENT,
    address: ({ project }) => project,
    open: async (page) => {
      await press('Compare Weeks')(page);
      await press('More')(page);
    },
    ready: button('Blink'),
    action: button('Blink'),
  },
  {
    name: 'viewer, weeks and viewpoints to compare',
    as: CLIENT,
    address: ({ project }) => project,
    open: async (page) => {
      await press('Compare Weeks')(page);
      await page.getByRole('button', { name: /^After / }).click();
    },
    ready: button(/^Overhead building/),
    action: button(/^Overhead building/),
  },
  {
    name: 'viewer, details',
    as: CLIENT,
    address: ({ project }) => project,
    open: async (page) => {
      await press('Compare Weeks')(page);
      await press('Details')(page);
    },
    ready: heading('Details'),
    action: button('Close Details'),
  },
];
