import { oc } from '@orpc/contract';
import { z } from 'zod';
import {
  Account,
  AddressInput,
  EnteredPassword,
  OwnSession,
  OwnUnits,
  ProfileChange,
  RecoveryCodes,
  SecondFactorSetup,
} from '#domain/accounts.ts';
import { Id } from '#domain/fields.ts';
import { NewPassword } from '#domain/passwords.ts';
import { CodeInput } from '#domain/session.ts';

const route = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: `/${string}`,
  summary: string,
) => oc.route({ method, path, summary, tags: ['Your account'] });

const SentOutput = z.object({ sent: z.literal(true) });
const WithPassword = z.object({ password: EnteredPassword });
const EndedOutput = z.object({ ended: z.int() });

export const account = {
  get: route('GET', '/account', 'Get your account').output(Account),
  update: route('PATCH', '/account', 'Update your name and phone number')
    .input(ProfileChange)
    .output(Account),
  chooseUnits: route('PUT', '/account/units', 'Choose your units for all projects')
    .input(OwnUnits)
    .output(OwnUnits),
  changeEmail: route('POST', '/account/email', 'Request an email address change')
    .input(AddressInput.extend(WithPassword.shape))
    .output(SentOutput),
  changePassword: route(
    'POST',
    '/account/password',
    'Change your password and end your other sessions',
  )
    .input(z.object({ password: EnteredPassword, newPassword: NewPassword }))
    .output(EndedOutput),
  sessions: route('GET', '/account/sessions', 'List your sessions').output(
    z.object({ sessions: z.array(OwnSession) }),
  ),
  endSession: route('DELETE', '/account/sessions/{id}', 'End one of your sessions')
    .input(z.object({ id: Id }))
    .output(EndedOutput),
  endOtherSessions: route('DELETE', '/account/sessions', 'End all your other sessions').output(
    EndedOutput,
  ),
  beginSecondFactor: route(
    'POST',
    '/account/second-factor',
    'Create a secret for an authenticator app',
  )
    .input(WithPassword)
    .output(SecondFactorSetup),
  confirmSecondFactor: route('POST', '/account/second-factor/code', 'Turn on two-factor sign-in')
    .input(CodeInput)
    .output(RecoveryCodes),
  endSecondFactor: route('POST', '/account/second-factor/end', 'Turn off two-factor sign-in')
    .input(WithPassword)
    .output(Account),
  renewRecoveryCodes: route(
    'POST',
    '/account/second-factor/recovery-codes',
    'Create new recovery codes',
  )
    .input(WithPassword)
    .output(RecoveryCodes),
};
