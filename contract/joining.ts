import { oc } from '@orpc/contract';
import { z } from 'zod';
import {
  AddressInput,
  EnteredCompanyCode,
  EnteredPassword,
  LinkToken,
  SignUpInput,
} from '#domain/accounts.ts';
import { NewPassword } from '#domain/passwords.ts';

const route = (method: 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Sign-up'] });

const SentOutput = z.object({ sent: z.literal(true) });

export const joining = {
  checkCompanyCode: route('POST', '/accounts/company-code', 'Check a company code')
    .input(z.object({ companyCode: EnteredCompanyCode }))
    .output(z.object({ isValid: z.boolean() })),
  signUp: route('POST', '/accounts', 'Create an account')
    .input(SignUpInput)
    .output(z.object({ email: z.string() })),
  sendVerification: route('POST', '/accounts/verification', 'Send a verification link')
    .input(AddressInput)
    .output(SentOutput),
  sendRecovery: route('POST', '/accounts/recovery', 'Send a password reset link')
    .input(AddressInput)
    .output(SentOutput),
  confirmAddress: route('POST', '/accounts/verification/confirm', 'Verify an email address')
    .input(z.object({ token: LinkToken, password: EnteredPassword.optional() }))
    .output(z.object({ email: z.string() })),
  recover: route('POST', '/accounts/recovery/password', 'Set a new password with a reset link')
    .input(z.object({ token: LinkToken, password: NewPassword }))
    .output(z.object({ email: z.string() })),
};
