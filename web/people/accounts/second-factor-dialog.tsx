import { Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { toast } from '#web/ui/toast.ts';
import { ConfirmPassword } from './confirm-password.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';

const TITLES = {
  setup: 'Set Up Two-Factor Sign-In',
  end: 'Turn Off Two-Factor Sign-In',
  codes: 'New Recovery Codes',
};
export type SecondFactorStep = keyof typeof TITLES;

type SecondFactorDialogProps = {
  isOpen: boolean;
  step: SecondFactorStep | null;
  /** Also when it is done. */
  onClose: () => void;
};

/** What is done to the second factor, one step after the other. */
export function SecondFactorDialog({ isOpen, step, onClose }: SecondFactorDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      // Recovery codes are shown once: a slip of the finger must not take them away.
      closeOnEscape={step === 'end'}
      title={step === null ? '' : TITLES[step]}
    >
      {step === 'setup' ? <SecondFactorSetup onDone={onClose} /> : null}
      {step === 'end' ? <EndSecondFactor onDone={onClose} /> : null}
      {step === 'codes' ? <NewRecoveryCodes onDone={onClose} /> : null}
    </Modal>
  );
}

function EndSecondFactor({ onDone }: { onDone: () => void }) {
  const end = useMutation(
    api.account.endSecondFactor.mutationOptions({
      onSuccess: () => {
        toast.success('Two-factor sign-in is off');
        onDone();
      },
    }),
  );
  return (
    <ConfirmPassword
      label="Turn Off"
      isBusy={end.isPending}
      error={end.error ? errorMessage(end.error) : null}
      onConfirm={(password) => end.mutate({ password })}
    >
      After that, you only need your password to sign in.
    </ConfirmPassword>
  );
}

function NewRecoveryCodes({ onDone }: { onDone: () => void }) {
  const renew = useMutation(api.account.renewRecoveryCodes.mutationOptions());
  if (renew.data) return <RecoveryCodes codes={renew.data.recoveryCodes} onDone={onDone} />;
  return (
    <ConfirmPassword
      label="Create New Codes"
      isBusy={renew.isPending}
      error={renew.error ? errorMessage(renew.error) : null}
      onConfirm={(password) => renew.mutate({ password })}
    >
      Your current codes will stop working.
    </ConfirmPassword>
  );
}
