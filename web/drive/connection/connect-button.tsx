import { Button } from '@mantine/core';
import { IconBrandGoogleDrive } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { api } from '#web/lib/api.ts';
import { useShowProblem } from '../problem.ts';

type ConnectButtonProps = { label?: string; variant?: string };

export function ConnectButton(props: ConnectButtonProps) {
  const { label = 'Connect Google Drive', variant } = props;
  const next = useLocation({ select: ({ href }) => href });
  const showProblem = useShowProblem();
  const connect = useMutation(
    api.drive.connect.mutationOptions({
      onSuccess: ({ url }) => window.location.assign(url),
      onError: (error) => showProblem(error, 'Failed to authenticate with Google Drive'),
    }),
  );
  return (
    <Button
      variant={variant}
      leftSection={<IconBrandGoogleDrive size={16} stroke={1.75} aria-hidden />}
      // Stays in the loading state until Google's page opens.
      loading={connect.isPending || connect.isSuccess}
      onClick={() => connect.mutate({ next })}
    >
      {label}
    </Button>
  );
}
