import { SimpleGrid } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { ROUTES } from '#web/lib/paths.ts';
import { session } from '#web/lib/session.ts';
import { toast } from '#web/ui/toast.ts';
import { EmailField, FirstNameField, LastNameField, NewPasswordField } from './fields.tsx';

export const EMPTY_ADMIN = { firstName: '', lastName: '', email: '', password: '' };

type FieldName = keyof typeof EMPTY_ADMIN;
type Props = { propsOf: (name: FieldName) => object };

export const FirstAdminFields = ({ propsOf }: Props) => (
  <>
    <SimpleGrid cols={2} spacing="md">
      <FirstNameField maxLength={100} {...propsOf('firstName')} />
      <LastNameField maxLength={100} {...propsOf('lastName')} />
    </SimpleGrid>
    <EmailField maxLength={254} {...propsOf('email')} />
    <NewPasswordField label="Password" {...propsOf('password')} />
  </>
);

/** Signs the new admin in, or shows the sign-in screen if that fails. */
export function useEnterOffice() {
  const router = useRouter();
  return async ({ email, password }: { email: string; password: string }) => {
    try {
      await session.signIn(email, password);
      await router.navigate({ to: ROUTES.operator, replace: true });
    } catch (error) {
      await router.navigate({ to: ROUTES.auth, replace: true });
      toast.failure('Account created! Please sign in.', error);
    }
  };
}
