import { CLIENT, OPERATOR } from './sample-site.ts';
import { button, heading, inDialog, link, press, type Screen } from './screen-parts.ts';

/** Joining, invalid emailed links, the person's own account, and the installation's status. */
export const ACCOUNT_SCREENS: Screen[] = [
  {
    name: 'system',
    as: OPERATOR,
    address: '/operator/system',
    ready: (page) => page.getByText('No jobs failed in the last day.'),
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
    open: press('Forgot Password'),
    ready: heading('Forgot Password'),
    action: button('Send Reset Link'),
  },
  {
    name: 'invalid verification link',
    address: '/auth/verify',
    ready: heading('Verify Email'),
    action: button('Resend Verification'),
  },
  {
    name: 'verification link',
    address: `/auth/verify#${'x'.repeat(43)}`,
    ready: heading('Verify Email'),
    action: button('Verify Email'),
  },
  {
    name: 'invalid link for a new email',
    address: '/auth/new-address',
    ready: heading('Confirm Email'),
    action: link('Go to Account'),
  },
  {
    name: 'invalid password reset link',
    address: '/auth/recovery',
    ready: heading('Set a New Password'),
    action: button('Send Reset Link'),
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
    open: press('Set Up'),
    ready: inDialog('Continue'),
    action: inDialog('Continue'),
  },
];
