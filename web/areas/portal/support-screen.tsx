import { Anchor, Card, SimpleGrid, Text } from '@mantine/core';
import { IconMail, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { brand } from '#web/lib/brand.ts';
import { Page } from '#web/ui/page.tsx';

/** How to reach the people who fly. */
export function SupportScreen() {
  return (
    <Page title="Contact Support" subtitle={`Contact the ${brand.name} team about your projects.`}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" maw={720}>
        <Way icon={<IconMail size={20} stroke={1.5} aria-hidden />} label="Email">
          <Anchor href={`mailto:${brand.email}`} fw={500}>
            {brand.email}
          </Anchor>
        </Way>
        <Way icon={<IconPhone size={20} stroke={1.5} aria-hidden />} label="Phone">
          <Anchor href={`tel:${brand.phone.replaceAll(/[^+\d]/g, '')}`} fw={500}>
            {brand.phone}
          </Anchor>
        </Way>
      </SimpleGrid>
    </Page>
  );
}

function Way({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <Card>
      {icon}
      <Text c="dimmed" mt="sm">
        {label}
      </Text>
      {children}
    </Card>
  );
}
