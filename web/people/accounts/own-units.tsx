import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '#web/lib/api.ts';
import { session, useSession } from '#web/lib/session.ts';
import { UnitsSettingProvider } from '#web/lib/use-units.ts';
import { toast } from '#web/ui/toast.ts';

/** Units are stored in the account, so they apply on all devices. */
export function OwnUnits({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const change = useMutation(
    api.account.chooseUnits.mutationOptions({
      onSuccess: () => session.verify(),
      onError: (error) => toast.failure('Failed to save your units', error),
    }),
  );
  const saved = user?.units ?? 'project';
  const choice = change.isPending ? change.variables.units : saved;
  return (
    <UnitsSettingProvider value={{ choice, choose: (units) => change.mutate({ units }) }}>
      {children}
    </UnitsSettingProvider>
  );
}
