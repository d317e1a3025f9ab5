import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCopy, IconExternalLink } from '@tabler/icons-react';
import type { ShareLink } from '#domain/share-links.ts';
import { copyLink } from './copy-link.ts';

/** The new link, to be sent at once. */
export function CreatedShareLink({ link, onDone }: { link: ShareLink; onDone: () => void }) {
  return (
    <Stack gap="md">
      <TextInput
        label="Link"
        value={link.url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Text c="dimmed" size="sm">
        {link.hasPassword
          ? 'Do not send the password with the link.'
          : 'Anyone with this link can open it. No account needed.'}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
        <Button
          variant="default"
          component="a"
          href={link.url}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
        >
          Open Link
        </Button>
        <Button
          data-autofocus
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          onClick={() => void copyLink(link)}
        >
          Copy Link
        </Button>
      </Group>
    </Stack>
  );
}
