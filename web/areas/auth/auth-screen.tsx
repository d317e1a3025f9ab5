import {
  Anchor,
  Box,
  Button,
  Card,
  Center,
  Group,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { useState } from 'react';
import { ERRORS } from '#domain/errors.ts';
import { SignInInput } from '#domain/session.ts';
import { errorCode } from '#web/lib/api.ts';
import { brand } from '#web/lib/brand.ts';
import { errorWords } from '#web/lib/error-words.ts';
import { ADDRESSES } from '#web/lib/paths.ts';
import { session } from '#web/lib/session.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { usePageTitle } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toast.tsx';

function failureWords(error: unknown): string {
  const isRefused = errorCode(error) === 'INVALID_CREDENTIALS' || isCredentialMessage(error);
  return isRefused ? 'Invalid email or password. Please try again.' : errorWords(error);
}

const isCredentialMessage = (error: unknown) =>
  error instanceof Error && error.message.includes(ERRORS.INVALID_CREDENTIALS[1]);

function useSignIn() {
  const [isBusy, setBusy] = useState(false);
  const signIn = async ({ email, password }: { email: string; password: string }) => {
    setBusy(true);
    try {
      await session.signIn(email, password);
      toast.success('Welcome back!', 'You have successfully logged in.');
    } catch (error) {
      toast.error('Login failed', failureWords(error));
      setBusy(false);
    }
  };
  return { isBusy, signIn };
}

/** The sign-in card. What follows a sign-in is decided by the router, which hears of it. */
export function AuthScreen() {
  usePageTitle('Login');
  const { isBusy, signIn } = useSignIn();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: zod4Resolver(SignInInput),
  });
  return (
    <Center component="main" mih="100dvh" p="md">
      <Box w="100%" maw={400}>
        <Group gap="sm" justify="center" mb="xl">
          <BrandMark size={32} />
          <Text fw={600} size="lg">
            {brand.name}
          </Text>
        </Group>
        <Card padding="xl">
          <form onSubmit={form.onSubmit((values) => void signIn(values))} noValidate>
            <Stack gap="md">
              <div>
                <Title order={1}>Login</Title>
                <Text c="dimmed">Sign in to see your projects.</Text>
              </div>
              <TextInput
                label="Email"
                type="email"
                autoComplete="username"
                required
                withAsterisk={false}
                key={form.key('email')}
                {...form.getInputProps('email')}
              />
              <PasswordInput
                label="Password"
                autoComplete="current-password"
                required
                withAsterisk={false}
                key={form.key('password')}
                {...form.getInputProps('password')}
              />
              <Button type="submit" fullWidth loading={isBusy} mt="xs">
                Login
              </Button>
            </Stack>
          </form>
        </Card>
        <Text ta="center" mt="lg">
          <Anchor href={ADDRESSES.home} c="dimmed" size="sm">
            Back to Homepage
          </Anchor>
        </Text>
      </Box>
    </Center>
  );
}
