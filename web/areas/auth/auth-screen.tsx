import {
  Alert,
  Button,
  Group,
  SegmentedControl,
  Divider,
  PasswordInput,
  Stack,
} from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ERRORS } from '#domain/errors.ts';
import { providerFailure, loginFailure } from '#web/people/sign-in/auth-messages.ts';
import { CodeForm } from '#web/people/sign-in/code-form.tsx';
import { LinkForm } from '#web/people/sign-in/link-form.tsx';
import { EMPTY_SIGN_UP, SignUpForm } from '#web/people/sign-in/sign-up-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { ADDRESSES } from '#web/lib/paths.ts';
import { useForm } from '@mantine/form';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { SignInInput } from '#domain/session.ts';
import { session } from '#web/lib/session.ts';
import { toast } from '#web/ui/toast.ts';
import { EmailField } from '#web/people/fields.tsx';

const TEXTS = {
  login: { title: 'Login', subtitle: 'Sign in to see your projects.' },
  'sign-up': {
    title: 'Create Account',
    subtitle: 'Sign up with your company code.',
  },
  code: { title: 'Two-Factor Sign-In', subtitle: 'One more step.' },
  forgot: {
    title: 'Forgot Password',
    subtitle: "We'll email you a link to set a new password.",
  },
  resend: {
    title: 'Resend Verification',
    subtitle: "We'll email you a new verification link.",
  },
};
type Mode = keyof typeof TEXTS;

const TOGGLE = [
  { value: 'login', label: 'Login' },
  { value: 'sign-up', label: 'Create Account' },
];

export function AuthScreen() {
  const { next, step, failed } = useSearch({ strict: false });
  const failure = providerFailure(failed);
  // The provider redirects here with `step` if a code is needed next.
  const [mode, setMode] = useState<Mode>(step ?? 'login');
  // Kept when switching forms; all of them share the email address.
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [signUp, setSignUp] = useState(EMPTY_SIGN_UP);
  const toLogin = () => setMode('login');
  const shared = { email, onEmail: setEmail };
  return (
    <AuthFrame {...TEXTS[mode]}>
      {mode === 'login' && failure ? <Alert color="red">{ERRORS[failure][1]}</Alert> : null}
      {mode === 'login' || mode === 'sign-up' ? (
        <SegmentedControl
          fullWidth
          aria-label="Login or Create Account"
          data={TOGGLE}
          value={mode}
          onChange={(value) => setMode(value === 'login' ? 'login' : 'sign-up')}
        />
      ) : null}
      {mode === 'login' ? (
        <LoginForm
          initialValues={{ email, password }}
          onValues={(typed) => {
            setEmail(typed.email);
            setPassword(typed.password);
          }}
          onNeedsCode={() => {
            setPassword('');
            setMode('code');
          }}
        />
      ) : null}
      {mode === 'login' ? <ProviderButton next={next} /> : null}
      {mode === 'sign-up' ? (
        <SignUpForm
          typed={{ ...signUp, email }}
          onTyped={(typed) => {
            setEmail(typed.email);
            setSignUp(typed);
          }}
          onDone={() => {
            setSignUp(EMPTY_SIGN_UP);
            toLogin();
          }}
        />
      ) : null}
      {mode === 'code' ? <CodeForm onStartAgain={toLogin} /> : null}
      {mode === 'forgot' ? <LinkForm kind="recovery" {...shared} onDone={toLogin} /> : null}
      {mode === 'resend' ? <LinkForm kind="verification" {...shared} onDone={toLogin} /> : null}
      {mode === 'login' ? (
        <Group justify="space-between" gap="xs">
          <Button variant="subtle" size="compact-sm" onClick={() => setMode('forgot')}>
            Forgot Password
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => setMode('resend')}>
            Resend Verification
          </Button>
        </Group>
      ) : null}
      {mode === 'forgot' || mode === 'resend' ? (
        <Button variant="subtle" onClick={toLogin}>
          Back to Sign In
        </Button>
      ) : null}
    </AuthFrame>
  );
}

type ProviderButtonProps = {
  next: string | undefined;
};

function ProviderButton({ next }: ProviderButtonProps) {
  const { data } = useQuery(api.session.signInMethods.queryOptions({}));
  const [isLeaving, setLeaving] = useState(false);
  // Back may restore this page from the browser's cache with the button still loading.
  useWindowEvent('pageshow', () => setLeaving(false));
  if (!data?.provider) return null;
  const query = next ? `?${new URLSearchParams({ next }).toString()}` : '';
  return (
    <>
      <Divider label="or" />
      <Button
        component="a"
        href={`${ADDRESSES.providerSignIn}${query}`}
        variant="default"
        fullWidth
        loading={isLeaving}
        onClick={(event) => {
          const isHere = !event.metaKey && !event.ctrlKey && !event.shiftKey;
          if (isHere) setLeaving(true);
        }}
      >
        Sign in with {data.provider.name}
      </Button>
    </>
  );
}

type SignIn = { email: string; password: string };

type LoginFormProps = {
  initialValues: SignIn;
  onValues: (values: SignIn) => void;
  onNeedsCode: () => void;
};

/** After signing in, the router navigates. */
function LoginForm({ initialValues, onValues, onNeedsCode }: LoginFormProps) {
  const [isBusy, setBusy] = useState(false);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues,
    validate: zod4Resolver(SignInInput),
    onValuesChange: onValues,
  });
  const signIn = async (values: typeof form.values) => {
    setBusy(true);
    try {
      const { needsCode } = await session.signIn(values.email, values.password);
      if (needsCode) onNeedsCode();
      else toast.success('Welcome back!', 'You have successfully logged in.');
    } catch (error) {
      const { title, message } = loginFailure(error);
      toast.failure(title, error, message);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={form.onSubmit((values) => void signIn(values))} noValidate>
      <Stack gap="md">
        <EmailField withAsterisk={false} key={form.key('email')} {...form.getInputProps('email')} />
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
  );
}
