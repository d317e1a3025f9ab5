import { oc } from '@orpc/contract';
import { z } from 'zod';
import {
  Account,
  AddressInput,
  GivenCompanyCode,
  GivenPassword,
  LinkToken,
  OwnSession,
  ProfileChange,
  RecoveryCodes,
  SecondFactorSetup,
  SignUpInput,
} from '#domain/accounts.ts';
import { Id } from '#domain/fields.ts';
import { NewPassword } from '#domain/passwords.ts';
import { CodeInput } from '#domain/session.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const routeOf = (tag: string) => (method: Method, path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: [tag] });

const joining = routeOf('Joining');
const Sent = z.object({ sent: z.literal(true) });

/** For people who are not signed in: joining, and coming back without the password. */
export const accounts = {
  checkCompanyCode: joining('POST', '/accounts/company-code', 'Check a company code')
    .input(z.object({ companyCode: GivenCompanyCode }))
    .output(z.object({ isValid: z.boolean() })),
  signUp: joining('POST', '/accounts', 'Create an account')
    .input(SignUpInput)
    .output(z.object({ email: z.string() })),
  sendVerification: joining('POST', '/accounts/verification', 'Send a verification link')
    .input(AddressInput)
    .output(Sent),
  sendRecovery: joining('POST', '/accounts/recovery', 'Send a password reset link')
    .input(AddressInput)
    .output(Sent),
  confirmAddress: joining('POST', '/accounts/verification/confirm', 'Verify an email address')
    .input(z.object({ token: LinkToken, password: GivenPassword.optional() }))
    .output(z.object({ email: z.string() })),
  recover: joining('POST', '/accounts/recovery/password', 'Set a new password from a link')
    .input(z.object({ token: LinkToken, password: NewPassword }))
    .output(z.object({ email: z.string() })),
};

const own = routeOf('Own account');
const WithPassword = z.object({ password: GivenPassword });
const Ended = z.object({ ended: z.int() });

/** For whoever is signed in, about themselves. */
export const account = {
  get: own('GET', '/account', 'Get your account').output(Account),
  update: own('PATCH', '/account', 'Change your name and phone')
    .input(ProfileChange)
    .output(Account),
  changeEmail: own('POST', '/account/email', 'Request a new email address')
    .input(AddressInput.extend(WithPassword.shape))
    .output(Sent),
  changePassword: own('POST', '/account/password', 'Change your password and end other sessions')
    .input(z.object({ password: GivenPassword, newPassword: NewPassword }))
    .output(Ended),
  sessions: own('GET', '/account/sessions', 'List your sessions').output(
    z.object({ sessions: z.array(OwnSession) }),
  ),
  endSession: own('DELETE', '/account/sessions/{id}', 'End one of your sessions')
    .input(z.object({ id: Id }))
    .output(Ended),
  endOtherSessions: own('DELETE', '/account/sessions', 'End all your other sessions').output(Ended),
  beginSecondFactor: own(
    'POST',
    '/account/second-factor',
    'Create a secret for an authenticator app',
  )
    .input(WithPassword)
    .output(SecondFactorSetup),
  confirmSecondFactor: own('POST', '/account/second-factor/code', 'Turn on two-factor sign-in')
    .input(CodeInput)
    .output(RecoveryCodes),
  endSecondFactor: own('POST', '/account/second-factor/end', 'Turn off two-factor sign-in')
    .input(WithPassword)
    .output(Account),
  renewRecoveryCodes: own(
    'POST',
    '/account/second-factor/recovery-codes',
    'Create new recovery codes',
  )
    .input(WithPassword)
    .output(RecoveryCodes),
};
