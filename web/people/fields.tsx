import {
  PasswordInput,
  type PasswordInputProps,
  TextInput,
  type TextInputProps,
  Textarea,
} from '@mantine/core';
import { PASSWORD_RULE } from '#domain/passwords.ts';

export const EmailField = (props: TextInputProps) => (
  <TextInput label="Email" type="email" autoComplete="email" required {...props} />
);

export const NewPasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    label="New Password"
    description={PASSWORD_RULE}
    autoComplete="new-password"
    required
    {...props}
  />
);

export const FirstNameField = (props: TextInputProps) => (
  <TextInput label="First Name" autoComplete="given-name" required {...props} />
);

export const LastNameField = (props: TextInputProps) => (
  <TextInput label="Last Name" autoComplete="family-name" required {...props} />
);

export const CertificateField = (props: TextInputProps) => (
  <TextInput
    label="Part 107 Certificate"
    description="For flight records"
    autoComplete="off"
    maxLength={50}
    {...props}
  />
);

export function NotesField(props: object) {
  return (
    <Textarea
      label="Notes"
      description="Only staff can see this"
      autosize
      minRows={2}
      maxRows={6}
      maxLength={2000}
      {...props}
    />
  );
}
