import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { LinkForm } from '#web/features/accounts/link-form.tsx';
import { ERRORS } from '#domain/errors.ts';
import { LinkToken } from '#domain/accounts.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { errorWords } from '#web/lib/error-words.ts';
import { homeOf, ROUTES } from '#web/lib/paths.ts';
import { session, useSession } from '#web/lib/session.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** Verifies the address that a link was sent to. By a button: programs that scan mails open links too. */
export function VerifyScreen() {
  const token = useLocation({ select: ({ hash }) => hash });
  const { user } = useSession();
  const confirm = useMutation(
    api.accounts.confirmAddress.mutationOptions({ onSuccess: () => session.verify() }),
  );
  if (confirm.isSuccess) {
    return (
      <AuthFrame title="Email verified" subtitle={`${confirm.data.email} is verified.`}>
        <ButtonLink to={user ? homeOf(user) : ROUTES.auth} replace>
          {user ? 'Go to Dashboard' : 'Go to Login'}
        </ButtonLink>
      </AuthFrame>
    );
  }
  const isUseless =
    !LinkToken.safeParse(token).success || errorCode(confirm.error) === 'LINK_NOT_VALID';
  if (isUseless) {
    return (
      <AuthFrame title="Verify email" subtitle="Ask for a new link here.">
        <Alert color="red">{ERRORS.LINK_NOT_VALID[1]}</Alert>
        <LinkForm kind="verification" email={user?.email ?? ''} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Verify email" subtitle="Confirm that this address is yours.">
      {confirm.isError ? <Alert color="red">{errorWords(confirm.error)}</Alert> : null}
      <Button loading={confirm.isPending} onClick={() => confirm.mutate({ token })}>
        Verify email
      </Button>
    </AuthFrame>
  );
}
