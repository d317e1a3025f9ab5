import { COMMON_ERRORS } from '#domain/common-errors.ts';
import { CLIENT, OPERATOR } from './sample-site.ts';
import { button, heading, link, type Screen } from './screen-parts.ts';

/** Screens for things that don't exist; browsers log each 404. */
export const MISSING_SCREENS: Screen[] = [
  {
    name: 'page not found',
    address: '/nothing-here',
    ready: heading('Oops! Page not found'),
    action: link('Return to Home'),
  },
  {
    name: 'link not available',
    address: '/shared/no-such-link',
    ready: heading('Link Not Available'),
    action: button('Go Back'),
  },
  {
    name: 'invitation not valid',
    address: '/auth/invitation#no-such-invitation',
    ready: heading('Invitation Not Available'),
    action: link('Go to Sign In'),
  },
  {
    name: 'project not found',
    as: CLIENT,
    address: '/dashboard/projects/00000000-0000-4000-8000-000000000000',
    ready: heading('Project Not Found'),
    action: link('Back to Projects'),
  },
  {
    name: 'week not found',
    as: CLIENT,
    address: ({ project }) => `${project}/week/00000000-0000-4000-8000-000000000000`,
    ready: (page) => page.getByText("Week not found or you don't have access to it."),
    action: link('Back to Project'),
  },
  {
    name: 'pin not found',
    as: CLIENT,
    address: '/dashboard/pins/00000000-0000-4000-8000-000000000000',
    ready: heading('Pin Not Available'),
    action: link('All Pins'),
  },
  {
    name: 'viewpoint not found',
    as: CLIENT,
    address: ({ project }) => `${project}/viewpoints/00000000-0000-4000-8000-000000000000`,
    ready: (page) =>
      page.getByText("This viewpoint doesn't exist, or you don't have access to it."),
    action: link('Back to Project'),
  },
  {
    name: 'project not found in the back office',
    as: OPERATOR,
    address: '/operator/projects/00000000-0000-4000-8000-000000000000',
    ready: heading(COMMON_ERRORS.PROJECT_NOT_FOUND[1]),
    action: link('Back to Projects'),
  },
  {
    name: 'viewpoint not found in the back office',
    as: OPERATOR,
    address: ({ project }) =>
      `${project.replace('/dashboard', '/operator')}/viewpoints/00000000-0000-4000-8000-000000000000`,
    ready: heading('Viewpoint Not Found'),
    action: link('Back to Project'),
  },
  {
    name: 'viewpoint of a missing project in the back office',
    as: OPERATOR,
    address:
      '/operator/projects/00000000-0000-4000-8000-000000000000/viewpoints/00000000-0000-4000-8000-000000000000',
    ready: heading(COMMON_ERRORS.PROJECT_NOT_FOUND[1]),
    action: link('Back to Projects'),
  },
  {
    name: 'unplaced photos of a missing project',
    as: OPERATOR,
    address: '/operator/projects/00000000-0000-4000-8000-000000000000/unplaced-photos',
    ready: heading(COMMON_ERRORS.PROJECT_NOT_FOUND[1]),
    action: link('Back to Projects'),
  },
  {
    name: 'submission not found',
    as: OPERATOR,
    address: '/operator/content/00000000-0000-4000-8000-000000000000',
    ready: heading('Submission not found'),
    action: link('Back to Photo Submissions'),
  },
];
