import { zod4Resolver } from 'mantine-form-zod-resolver';
import { z } from 'zod';
import { Email, GivenPassword, ProfileChange } from '#domain/accounts.ts';
import { NewPassword } from '#domain/passwords.ts';

/** The checks of the forms on the account screen, in a file that the screen need not wait for. */
export const checkProfile = zod4Resolver(ProfileChange);
export const checkNewEmail = zod4Resolver(z.object({ email: Email, password: GivenPassword }));
export const checkPasswords = zod4Resolver(
  z.object({ password: GivenPassword, newPassword: NewPassword }),
);
