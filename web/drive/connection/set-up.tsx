import { ActionIcon, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '#web/ui/copy-text.ts';
import { ConnectButton } from './connect-button.tsx';
import { SettingNames } from './setting-names.tsx';

type SetUpProps = { missing: readonly string[]; redirectUrl: string };

/** How to come to an account: the settings first, once for the server, then the sign-in at Google. */
export function SetUp({ missing, redirectUrl }: SetUpProps) {
  if (missing.length === 0) {
    return (
      <Stack gap="md" align="flex-start">
        <Text>
          No account is connected. Connect the Google account that holds your flights, to import
          photos, videos and documents from its folders. All staff can then import from it; nobody
          gets to see its password or key.
        </Text>
        <ConnectButton />
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <Text>
        Google Drive is not set up on this server. Its administrator does this once, at
        console.cloud.google.com:
      </Text>
      <List type="ordered" spacing="xs" size="sm">
        <List.Item>Create a project and turn on the Google Drive API.</List.Item>
        <List.Item>
          Create an OAuth client of type “Web application” with this redirect URI:
        </List.Item>
      </List>
      <CopyField label="Redirect URI" value={redirectUrl} />
      <List type="ordered" start={3} spacing="xs" size="sm">
        <List.Item>
          Set <SettingNames names={missing} /> and restart Overfly.
        </List.Item>
      </List>
      <Text c="dimmed" size="sm">
        With a service account, set <code>GOOGLE_SERVICE_ACCOUNT</code> to its key file instead. The
        operating manual (docs/operate.md) has every step.
      </Text>
    </Stack>
  );
}

const CopyField = ({ label, value }: { label: string; value: string }) => (
  <Group gap="xs" align="flex-end" wrap="nowrap">
    <TextInput label={label} value={value} readOnly flex={1} />
    <ActionIcon
      variant="default"
      size={36}
      aria-label={`Copy ${label}`}
      onClick={() => void copyText(value, `${label} copied to clipboard`)}
    >
      <IconCopy size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  </Group>
);
