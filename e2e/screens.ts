import { ACCOUNT_SCREENS } from './account-screens.ts';
import { ADMIN, CLIENT, OPERATOR, PROJECT } from './sample-site.ts';
import { PIN_SCREENS } from './pin-screens.ts';
import { PROJECT_SCREENS } from './project-screens.ts';
import { VISIT_SCREENS } from './visit-screens.ts';
import { photo, VIEWER_SCREENS } from './viewer-screens.ts';
import {
  button,
  heading,
  inDialog,
  link,
  press,
  type Part,
  type Queries,
  type Screen,
} from './screen-parts.ts';

/** The day in the open calendar that Tab reaches: the browser's today, which may already be tomorrow at the site. */
const today = <P extends Part<P>>(page: Queries<P>) =>
  page.locator('table button[tabindex="0"]:not([disabled])').first();

/** Every screen of the product with content. */
export const SCREENS: Screen[] = [
  ...ACCOUNT_SCREENS,
  {
    name: 'landing page',
    address: '/',
    ready: heading(/week by week/),
    action: link('Client Login'),
  },
  {
    name: 'contact',
    address: '/contact',
    ready: heading('Contact'),
    action: button('Send Message'),
  },
  {
    name: 'portal demo, coming soon',
    address: '/portal-demo',
    ready: (page) => page.getByText('Coming soon'),
    action: link('Back to Homepage'),
  },
  { name: 'sign-in', address: '/auth', ready: heading('Login'), action: button('Login') },
  {
    name: 'sign-in with errors',
    address: '/auth',
    open: press('Login'),
    ready: (page) => page.locator('[aria-invalid=true]').first(),
    action: button('Login'),
  },
  {
    name: 'shared project',
    address: ({ shared }) => shared,
    ready: heading('Project Information'),
    action: photo,
  },
  {
    name: 'shared week',
    address: ({ shared }) => `${shared}/week`,
    ready: heading('Project Information'),
    action: link('Download all originals'),
  },
  {
    name: 'shared slider in a frame',
    address: ({ shared }) => `${shared}/slider`,
    ready: (page) => page.getByRole('slider'),
    action: link(PROJECT),
  },
  {
    name: 'dashboard',
    as: CLIENT,
    address: '/dashboard',
    // Earlier tests may have created newer projects than the sample's.
    ready: link(/^View Details of/),
    action: link(/^View Details of/),
  },
  {
    name: 'account menu',
    as: CLIENT,
    address: '/dashboard',
    open: press('Account menu'),
    ready: (page) => page.getByRole('menuitem', { name: 'Sign Out' }),
    // The menu takes the focus, and arrow keys continue from this item.
    action: (page) => page.getByRole('menuitemradio', { name: 'Light' }),
  },
  {
    name: 'notifications',
    as: CLIENT,
    address: '/dashboard',
    open: press(/^Notifications/),
    ready: (page) => page.getByRole('dialog').getByRole('link').first(),
    action: link('Notification Settings'),
  },
  {
    name: 'projects',
    as: CLIENT,
    address: '/dashboard/projects',
    ready: link(`View Details of ${PROJECT}`),
    action: link(`View Details of ${PROJECT}`),
  },
  ...PROJECT_SCREENS,
  ...PIN_SCREENS,
  {
    name: 'sharing',
    as: CLIENT,
    address: '/dashboard/sharing',
    ready: button(/^Actions for/),
    action: button('Create Share Link'),
  },
  {
    name: 'sharing in the back office',
    as: OPERATOR,
    address: '/operator/sharing',
    ready: button(/^Actions for/),
    action: button('Create Share Link'),
  },
  {
    name: 'new share link',
    as: CLIENT,
    address: '/dashboard/sharing',
    open: press('Create Share Link'),
    ready: inDialog('Create Share Link'),
    action: inDialog('Create Share Link'),
  },
  {
    name: 'calendar of a new share link',
    as: CLIENT,
    address: '/dashboard/sharing',
    open: async (page) => {
      await press('Create Share Link')(page);
      await press('Expires')(page);
    },
    ready: today,
    action: today,
  },
  {
    name: 'downloads',
    as: CLIENT,
    address: ({ project }) => `/dashboard/downloads?project=${project.split('/').at(-1)}`,
    ready: (page) => page.getByText(/^\d+ files?.*, [\d.]+ [KMGT]B$/).first(),
    action: button('Download ZIP'),
  },
  {
    name: 'support',
    as: CLIENT,
    address: '/dashboard/support',
    ready: heading('Contact Support'),
    action: link(/@/),
  },
  {
    name: 'map view',
    as: CLIENT,
    address: '/dashboard/map',
    ready: button(`Show ${PROJECT} on the map`),
    action: button(`Show ${PROJECT} on the map`),
  },
  {
    name: 'command palette',
    as: CLIENT,
    address: '/dashboard',
    open: press('Go to a screen or project'),
    ready: button(/^Cottonwood/),
    action: (page) => page.locator('[placeholder="Go to a screen or project..."]'),
  },
  {
    name: 'access denied',
    as: CLIENT,
    address: '/operator',
    ready: heading('Access Denied'),
    action: link('Go to Dashboard'),
  },
  {
    name: 'overview',
    as: OPERATOR,
    address: '/operator',
    ready: heading('Needs Attention'),
    // Opens the navigation, which is hidden on a phone.
    action: button('Toggle sidebar'),
  },
  {
    name: 'clients',
    as: OPERATOR,
    address: '/operator/clients',
    ready: button('Actions for Carla Mendez (sample)'),
    action: button('Add Client'),
  },
  {
    name: 'new client',
    as: OPERATOR,
    address: '/operator/clients',
    open: press('Add Client'),
    ready: inDialog('Send Invitation'),
    action: inDialog('Send Invitation'),
  },
  {
    name: 'all projects',
    as: OPERATOR,
    address: '/operator/projects',
    ready: button(`Actions for ${PROJECT}`),
    action: button('Create Project'),
  },
  {
    name: 'project in the back office',
    as: OPERATOR,
    address: ({ project }) => project.replace('/dashboard', '/operator'),
    ready: (page) => page.getByText('Overhead building'),
    action: button('Edit'),
  },
  {
    name: 'viewpoint in the back office',
    as: OPERATOR,
    address: ({ viewpoint }) => viewpoint.replace('/dashboard', '/operator'),
    open: (page) => page.getByRole('button', { name: /Week 2/ }).click(),
    ready: button('Split Off'),
    action: button('Move to Another Viewpoint'),
  },
  {
    name: 'photos without a viewpoint',
    as: OPERATOR,
    address: ({ project }) => `${project.replace('/dashboard', '/operator')}/unplaced-photos`,
    ready: heading('Every photo has a viewpoint.'),
    action: link('Back to Project'),
  },
  ...VISIT_SCREENS,
  {
    name: 'audit log',
    as: OPERATOR,
    address: '/operator/audit',
    ready: (page) => page.getByText(/ago$|^(to|yester)day$/).first(),
    action: (page) => page.getByRole('combobox', { name: 'Action' }),
  },
  {
    name: 'companies',
    as: OPERATOR,
    address: '/operator/companies',
    ready: link(/^Manage Projects of Trinity/),
    action: button('Add Company'),
  },
  {
    name: 'new company',
    as: OPERATOR,
    address: '/operator/companies',
    open: press('Add Company'),
    ready: inDialog('Add Company'),
    action: inDialog('Add Company'),
  },
  {
    name: 'new company with errors',
    as: OPERATOR,
    address: '/operator/companies',
    open: async (page) => {
      await press('Add Company')(page);
      await inDialog('Add Company')(page).click();
    },
    ready: (page) => page.locator('[aria-invalid=true]').first(),
    action: inDialog('Add Company'),
  },
  {
    name: 'projects of a company',
    as: OPERATOR,
    address: ({ company }) => company,
    ready: button(`Actions for ${PROJECT}`),
    action: button('Create Project'),
  },
  {
    name: 'new project',
    as: OPERATOR,
    address: ({ company }) => company,
    open: press('Create Project'),
    ready: inDialog('Create Project'),
    action: inDialog('Create Project'),
  },
  {
    name: 'submissions',
    as: OPERATOR,
    address: '/operator/content',
    ready: button(/^New Submission in Brazos/),
    action: button('New Submission'),
  },
  {
    name: 'new submission',
    as: OPERATOR,
    address: '/operator/content?new=true',
    ready: inDialog('Create and Add Files'),
    action: (page) => page.getByRole('dialog').getByRole('textbox', { name: 'Title' }),
  },
  {
    name: 'memory card',
    as: OPERATOR,
    address: '/operator/card',
    ready: button('Choose Files'),
    action: button('Choose Files'),
  },
  {
    name: 'video submissions',
    as: OPERATOR,
    address: '/operator/videos',
    ready: heading('Video Submissions'),
    action: button('New Video Submission'),
  },
  {
    name: 'files',
    as: OPERATOR,
    address: '/operator/files',
    ready: button(/^Delete /),
    action: button('Upload Files'),
  },
  {
    name: 'trash',
    as: OPERATOR,
    address: '/operator/bin',
    ready: (page) => page.getByText(/can be restored for 30 days/),
    action: (page) => page.getByRole('searchbox', { name: 'Search the trash' }),
  },
  {
    name: 'form submissions',
    as: OPERATOR,
    address: '/operator/submissions',
    ready: link(/^Reply to Dana/),
    action: link(/^Reply to Dana/),
  },
  {
    name: 'settings',
    as: ADMIN,
    address: '/operator/settings',
    ready: button('Save Changes'),
    action: link('Integrations'),
  },
  {
    name: 'settings of the public site',
    as: ADMIN,
    address: '/operator/settings/site',
    open: press('Pictures'),
    ready: button('Upload Before Photo'),
    action: button('Pictures'),
  },
  {
    name: 'new map engine',
    as: ADMIN,
    address: '/operator/settings/map',
    open: press('Add Engine'),
    ready: inDialog('Add Engine'),
    action: inDialog('Add Engine'),
  },
  {
    name: 'settings of Google Drive',
    as: OPERATOR,
    address: '/operator/settings/drive',
    ready: button('Copy Redirect URI'),
    action: button('Copy Redirect URI'),
  },
  {
    name: 'integrations',
    as: ADMIN,
    address: '/operator/settings/integrations',
    ready: button('Add Webhook'),
    action: button('Create API Token'),
  },
  {
    name: 'new webhook',
    as: ADMIN,
    address: '/operator/settings/integrations',
    open: press('Add Webhook'),
    ready: inDialog('Add Webhook'),
    action: inDialog('Add Webhook'),
  },
  {
    name: 'draft submission',
    as: OPERATOR,
    address: ({ draft }) => draft,
    ready: button(/^DJI_.*\.JPG$/),
    action: button('Publish'),
  },
  {
    name: 'published submission',
    as: OPERATOR,
    address: ({ published }) => published,
    ready: button(/^DJI_.*\.JPG$/),
    action: button('Choose Files'),
  },
  ...VIEWER_SCREENS,
];

const phoneMenu = (area: string, as: Screen['as'], address: string, item: string): Screen => ({
  name: `menu of ${area}`,
  as,
  address,
  open: press('Toggle sidebar'),
  ready: (page) => page.getByRole('dialog').getByRole('link', { name: item }),
  action: inDialog('Sign Out'),
});

/** The menu that replaces the sidebar on a phone. */
export const PHONE_SCREENS: Screen[] = [
  phoneMenu('the portal', CLIENT, '/dashboard', 'Map View'),
  phoneMenu('the back office', OPERATOR, '/operator', 'Client Management'),
];
