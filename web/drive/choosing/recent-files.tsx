import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { LoadError } from '#web/ui/states.tsx';
import { FileChoice, type FileChoiceProps } from './file-choice.tsx';

type RecentFilesProps = Omit<FileChoiceProps, 'files' | 'isAllChosen'> & {
  submissionId: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
};

/** The latest photos and videos of the account, for who has no link at hand. Google is asked when they are wanted. */
export function RecentFiles({ submissionId, isOpen, onOpen, ...choice }: RecentFilesProps) {
  const query = useQuery(
    api.drive.recent.queryOptions({ input: { submissionId }, enabled: isOpen }),
  );
  if (!isOpen) {
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        w="fit-content"
        leftSection={<IconHistory size={16} stroke={1.75} aria-hidden />}
        onClick={() => onOpen(true)}
      >
        Show Recent Files in Drive
      </Button>
    );
  }
  const all = query.data?.files ?? [];
  const files = choice.isForVideos ? all.filter(({ kind }) => kind === 'video') : all;
  return (
    <Stack gap="xs">
      <Title order={3}>Recent Files in Drive</Title>
      {query.isPending ? <Skeleton height={180} aria-label="Loading recent files" /> : null}
      {query.isError ? (
        <LoadError title="Failed to load files from Google Drive" query={query} />
      ) : null}
      {query.data && files.length === 0 ? (
        <Text c="dimmed">
          No {choice.isForVideos ? '' : 'photos or '}videos in this account yet.
        </Text>
      ) : null}
      <FileChoice files={files} isAllChosen={false} {...choice} />
    </Stack>
  );
}
