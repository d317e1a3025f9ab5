import { Anchor, Breadcrumbs, Button, Group, Stack, Text } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { counted } from '#web/lib/formats.ts';
import type { Looking } from './use-looking.ts';

type FolderTrailProps = { looking: Looking; isForVideos: boolean };

/** Which folder is shown, the way back, and the folders inside. */
export function FolderTrail({ looking, isForVideos }: FolderTrailProps) {
  const { found, above, isBusy, look, backTo } = looking;
  if (!found) return null;
  const { target, folders, skipped, complete } = found;
  return (
    <Stack gap="xs">
      <Breadcrumbs separatorMargin={6} style={{ flexWrap: 'wrap' }}>
        {above.map(({ target: { id, name } }, index) => (
          <Anchor key={id} component="button" type="button" onClick={() => backTo(index)}>
            {name}
          </Anchor>
        ))}
        <Anchor href={target.url} target="_blank" rel="noreferrer" fw={600}>
          {target.name}
          <span className="visually-hidden"> (opens Google Drive)</span>
        </Anchor>
      </Breadcrumbs>
      {folders.length > 0 ? (
        <Group component="ul" gap="xs" p={0} m={0} aria-label="Subfolders">
          {folders.map(({ id, name, url }) => (
            <li key={id} style={{ listStyle: 'none', maxWidth: '100%' }}>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconFolder size={14} stroke={1.75} aria-hidden />}
                disabled={isBusy}
                onClick={() => look({ link: url, isInside: true })}
              >
                {name}
              </Button>
            </li>
          ))}
        </Group>
      ) : null}
      {skipped > 0 ? (
        <Text c="dimmed" size="sm">
          {counted(skipped, 'other file')} left out: only{' '}
          {isForVideos ? 'videos' : 'photos, videos and documents'} can be imported.
        </Text>
      ) : null}
      {complete ? null : (
        <Text c="dimmed" size="sm">
          Google did not list everything in time. Load it again, or open the subfolders one by one.
        </Text>
      )}
    </Stack>
  );
}
