import { CLIENT } from './sample-site.ts';
import { button, link, type Screen } from './screen-parts.ts';
import { photo } from './viewer-screens.ts';

/** Portal screens of a project. */
export const PROJECT_SCREENS: Screen[] = [
  {
    name: 'project',
    as: CLIENT,
    address: ({ project }) => project,
    ready: photo,
    action: button('Compare Weeks'),
  },
  {
    name: 'week',
    as: CLIENT,
    address: ({ week }) => week,
    ready: link('Download ZIP'),
    action: link('Download ZIP'),
  },
  {
    name: 'viewpoints of a project',
    as: CLIENT,
    address: ({ project }) => `${project}?tab=viewpoints`,
    ready: link(/^Overhead building/),
    action: link(/^Entrance/),
  },
  {
    name: 'maps of a project',
    as: CLIENT,
    address: ({ project }) => `${project}?tab=maps`,
    ready: button('Distance'),
    action: button('Distance'),
  },
  {
    name: 'videos of a project',
    as: CLIENT,
    address: ({ project }) => `${project}?tab=videos`,
    ready: (page) => page.locator('video'),
    action: (page) => page.getByRole('tab', { name: 'Videos' }),
  },
  {
    name: 'documents of a project',
    as: CLIENT,
    address: ({ project }) => `${project}?tab=documents`,
    ready: (page) => page.getByText('No Documents Yet'),
    action: (page) => page.getByRole('tab', { name: 'Documents' }),
  },
  {
    name: 'investor preview',
    as: CLIENT,
    address: ({ week }) => `${week}?preview=true`,
    ready: button('Create Share Link'),
    action: button('Create Share Link'),
  },
  {
    name: 'viewpoint',
    as: CLIENT,
    address: ({ viewpoint }) => viewpoint,
    ready: button('Compare'),
    action: button('Play'),
  },
];
