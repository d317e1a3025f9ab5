import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '#web/ui/copy-text.ts';

type NewSecretProps = { label: string; secret: string; children: string; onDone: () => void };

export function NewSecret({ label, secret, children, onDone }: NewSecretProps) {
  return (
    <Stack gap="md">
      <TextInput
        label={label}
        value={secret}
        readOnly
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Text c="dimmed" size="sm">
        Copy it now. It won't be shown again. {children}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
        <Button
          data-autofocus
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          onClick={() => void copyText(secret, `${label} copied`)}
        >
          Copy
        </Button>
      </Group>
    </Stack>
  );
}
