import { oc } from '@orpc/contract';
import { z } from 'zod';
import {
  Account,
  AddressInput,
  GivenPassword,
  OwnSession,
  ProfileChange,
  RecoveryCodes,
  SecondFactorSetup,
} from '#domain/accounts.ts';
import { Id } from '#domain/fields.ts';
import { NewPassword } from '#domain/passwords.ts';
import { CodeInput } from '#domain/session.ts';

const route = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Own account'] });

const Sent = z.object({ sent: z.literal(true) });
const WithPassword = z.object({ password: GivenPassword });
const Ended = z.object({ ended: z.int() });

/** For whoever is signed in, about themselves. */
export const account = {
  get: route('GET', '/account', 'One’s own account').output(Account),
  update: route('PATCH', '/account', 'Change one’s name and phone')
    .input(ProfileChange)
    .output(Account),
  changeEmail: route('POST', '/account/email', 'Ask for another address')
    .input(AddressInput.extend(WithPassword.shape))
    .output(Sent),
  changePassword: route('POST', '/account/password', 'Change the password; other sessions end')
    .input(z.object({ password: GivenPassword, newPassword: NewPassword }))
    .output(Ended),
  sessions: route('GET', '/account/sessions', 'Where one is signed in').output(
    z.object({ sessions: z.array(OwnSession) }),
  ),
  endSession: route('DELETE', '/account/sessions/{id}', 'End one of one’s sessions')
    .input(z.object({ id: Id }))
    .output(Ended),
  endOtherSessions: route('DELETE', '/account/sessions', 'End all sessions but this one').output(
    Ended,
  ),
  beginSecondFactor: route('POST', '/account/second-factor', 'A secret for an authenticator app')
    .input(WithPassword)
    .output(SecondFactorSetup),
  confirmSecondFactor: route(
    'POST',
    '/account/second-factor/code',
    'Switch it on with a first code',
  )
    .input(CodeInput)
    .output(RecoveryCodes),
  endSecondFactor: route('POST', '/account/second-factor/end', 'Switch it off')
    .input(WithPassword)
    .output(Account),
  renewRecoveryCodes: route('POST', '/account/second-factor/recovery-codes', 'New recovery codes')
    .input(WithPassword)
    .output(RecoveryCodes),
};
