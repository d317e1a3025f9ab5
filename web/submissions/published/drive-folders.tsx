import { Anchor, Group, Stack, Text } from '@mantine/core';
import type { Submission } from '#domain/submissions.ts';
import { ShowMore, useShowMore } from '#web/ui/show-more.tsx';

const PORTIONS = { name: 'folders', first: 12, more: 24 };

/** The cloud-drive folder of each submission that has one. */
export function DriveFolders({ submissions }: { submissions: readonly Submission[] }) {
  const folders = submissions.flatMap(({ id, title, googleDriveFolderUrl }) =>
    googleDriveFolderUrl ? [{ id, title, url: googleDriveFolderUrl }] : [],
  );
  const { shown, total, showMore } = useShowMore(folders, PORTIONS);
  if (total === 0) return <Text c="dimmed">No Google Drive folders available</Text>;
  return (
    <Stack gap="xs">
      {shown.map(({ id, title, url }) => (
        <Group key={id} justify="space-between" wrap="nowrap" gap="md">
          <Text truncate>{title}</Text>
          <Anchor href={url} target="_blank" rel="noreferrer" fw={500} style={{ flex: 'none' }}>
            Open Folder<span className="visually-hidden"> of {title}</span>
          </Anchor>
        </Group>
      ))}
      <ShowMore label="Show Older Folders" shown={shown.length} total={total} onPress={showMore} />
    </Stack>
  );
}
