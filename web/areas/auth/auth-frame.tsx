import { Anchor, Box, Card, Center, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { brand } from '#web/lib/brand.ts';
import { ADDRESSES } from '#web/lib/paths.ts';
import { Logo } from '#web/ui/logo.tsx';
import { usePageTitle } from '#web/ui/page-title.ts';

type AuthFrameProps = { title: string; subtitle: string; children: ReactNode };

export function AuthFrame({ title, subtitle, children }: AuthFrameProps) {
  usePageTitle(title);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Box w="100%" maw={420}>
        <Group gap="sm" justify="center" mb="xl" fw={600} fz="lg">
          <Logo brand={brand} height={32} />
        </Group>
        <Card padding="xl">
          <Stack gap="md">
            <div>
              <Title order={1}>{title}</Title>
              <Text c="dimmed">{subtitle}</Text>
            </div>
            {children}
          </Stack>
        </Card>
        <Text ta="center" mt="lg">
          <Anchor href={ADDRESSES.home} c="dimmed" size="sm">
            Back to Homepage
          </Anchor>
        </Text>
      </Box>
    </Center>
  );
}
