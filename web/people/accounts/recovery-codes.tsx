import { Button, Code, CopyButton, Group, SimpleGrid, Stack, Text } from '@mantine/core';

type RecoveryCodesProps = { codes: string[]; onDone: () => void };

/** The recovery codes, this once: the server keeps nothing to show them from again. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  return (
    <Stack gap="md">
      <Text>
        Keep these recovery codes in a safe place. If you lose your authenticator app, each code
        signs you in once. They are not shown again.
      </Text>
      <SimpleGrid cols={2} spacing="xs">
        {codes.map((code) => (
          <Code key={code} block ta="center" fz="sm">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group justify="flex-end" gap="xs">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy Codes'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>I Saved Them</Button>
      </Group>
    </Stack>
  );
}
