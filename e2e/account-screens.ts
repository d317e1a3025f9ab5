import { CLIENT, OPERATOR } from './sample-site.ts';
import { button, heading, inDialog, link, press, type Screen } from './screen-parts.ts';

/** Joining, links of mails that are of no use, the own account, and how the installation is. */
export const ACCOUNT_SCREENS: Screen[] = [
  {
    name: 'system',
    as: OPERATOR,
    address: '/operator/system',
    ready: (page) => page.getByText('No job failed in the last day.'),
    action: button('Account menu'),
  },
  {
    name: 'create account',
    address: '/auth',
    open: (page) => page.getByText('Create Account', { exact: true }).click(),
    ready: heading('Create Account'),
    action: button('Create Account'),
  },
  {
    name: 'forgot password',
    address: '/auth',
    open: press('Forgot password'),
    ready: heading('Forgot password'),
    action: button('Send reset link'),
  },
  {
    name: 'useless link to verify',
    address: '/auth/verify',
    ready: heading('Verify email'),
    action: button('Resend verification'),
  },
  {
    name: 'link to verify',
    address: `/auth/verify#${'x'.repeat(43)}`,
    ready: heading('Verify email'),
    action: button('Verify email'),
  },
  {
    name: 'useless link to a new address',
    address: '/auth/new-address',
    ready: heading('Confirm email'),
    action: link('Go to Account'),
  },
  {
    name: 'useless link to a new password',
    address: '/auth/recovery',
    ready: heading('Set a new password'),
    action: button('Send reset link'),
  },
  {
    name: 'account',
    as: CLIENT,
    address: '/dashboard/account',
    ready: (page) => page.getByText('This session'),
    action: button('Save Profile'),
  },
  {
    name: 'two-factor sign-in',
    as: CLIENT,
    address: '/dashboard/account',
    open: press('Set up'),
    ready: inDialog('Continue'),
    action: inDialog('Continue'),
  },
];
