import { Alert, Button, Group, SegmentedControl } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ERRORS } from '#domain/errors.ts';
import { providerFailure } from '#web/people/sign-in/auth-messages.ts';
import { CodeForm } from '#web/people/sign-in/code-form.tsx';
import { LinkForm } from '#web/people/sign-in/link-form.tsx';
import { LoginForm } from '#web/people/sign-in/login-form.tsx';
import { ProviderButton } from '#web/people/sign-in/provider-button.tsx';
import { EMPTY_SIGN_UP, SignUpForm } from '#web/people/sign-in/sign-up-form.tsx';
import { AuthFrame } from './auth-frame.tsx';

const WORDS = {
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
type Mode = keyof typeof WORDS;

const TOGGLE = [
  { value: 'login', label: 'Login' },
  { value: 'sign-up', label: 'Create Account' },
];

/** Signing in and signing up on one card, and the way back to a lost password or link. */
export function AuthScreen() {
  const { next, step, failed } = useSearch({ strict: false });
  const failure = providerFailure(failed);
  // After the provider the address says that the code is next.
  const [mode, setMode] = useState<Mode>(step ?? 'login');
  // Kept while another form is shown; the address from one form to the next: it is the same person.
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [signUp, setSignUp] = useState(EMPTY_SIGN_UP);
  const toLogin = () => setMode('login');
  const shared = { email, onEmail: setEmail };
  return (
    <AuthFrame {...WORDS[mode]}>
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
          typed={{ email, password }}
          onTyped={(typed) => {
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
