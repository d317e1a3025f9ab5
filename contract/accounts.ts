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
  checkCompanyCode: joining('POST', '/accounts/company-code', 'Whether a code may be joined with')
    .input(z.object({ companyCode: GivenCompanyCode }))
    .output(z.object({ isValid: z.boolean() })),
  signUp: joining('POST', '/accounts', 'Create an account')
    .input(SignUpInput)
    .output(z.object({ email: z.string() })),
  sendVerification: joining(
    'POST',
    '/accounts/verification',
    'Send the link that verifies an address',
  )
    .input(AddressInput)
    .output(Sent),
  sendRecovery: joining('POST', '/accounts/recovery', 'Send the link that sets a new password')
    .input(AddressInput)
    .output(Sent),
  confirmAddress: joining('POST', '/accounts/verification/confirm', 'Follow the link to an address')
    .input(z.object({ token: LinkToken, password: GivenPassword.optional() }))
    .output(z.object({ email: z.string() })),
  recover: joining('POST', '/accounts/recovery/password', 'Set a new password by a link')
    .input(z.object({ token: LinkToken, password: NewPassword }))
    .output(z.object({ email: z.string() })),
};

const own = routeOf('Own account');
const WithPassword = z.object({ password: GivenPassword });
const Ended = z.object({ ended: z.int() });

/** For whoever is signed in, about themselves. */
export const account = {
  get: own('GET', '/account', 'One’s own account').output(Account),
  update: own('PATCH', '/account', 'Change one’s name and phone')
    .input(ProfileChange)
    .output(Account),
  changeEmail: own('POST', '/account/email', 'Ask for another address')
    .input(AddressInput.extend(WithPassword.shape))
    .output(Sent),
  changePassword: own('POST', '/account/password', 'Change the password; other sessions end')
    .input(z.object({ password: GivenPassword, newPassword: NewPassword }))
    .output(Ended),
  sessions: own('GET', '/account/sessions', 'Where one is signed in').output(
    z.object({ sessions: z.array(OwnSession) }),
  ),
  endSession: own('DELETE', '/account/sessions/{id}', 'End one of one’s sessions')
    .input(z.object({ id: Id }))
    .output(Ended),
  endOtherSessions: own('DELETE', '/account/sessions', 'End all sessions but this one').output(
    Ended,
  ),
  beginSecondFactor: own('POST', '/account/second-factor', 'A secret for an authenticator app')
    .input(WithPassword)
    .output(SecondFactorSetup),
  confirmSecondFactor: own('POST', '/account/second-factor/code', 'Switch it on with a first code')
    .input(CodeInput)
    .output(RecoveryCodes),
  endSecondFactor: own('POST', '/account/second-factor/end', 'Switch it off')
    .input(WithPassword)
    .output(Account),
  renewRecoveryCodes: own('POST', '/account/second-factor/recovery-codes', 'New recovery codes')
    .input(WithPassword)
    .output(RecoveryCodes),
};
