import { Anchor, Card, Group, SimpleGrid, Text } from '@mantine/core';
import { IconClock, IconMail, IconPhone } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SupportForm } from '#web/operations/support/support-form.tsx';
import { brand } from '#web/lib/brand.ts';
import { Page } from '#web/ui/page.tsx';
import { Section } from '#web/ui/section.tsx';

const ICON = { size: 20, stroke: 1.5, 'aria-hidden': true };

export function SupportScreen() {
  const from = useSearch({ strict: false, select: (search) => search.from ?? null });
  return (
    <Page title="Contact Support" subtitle={`Contact the ${brand.name} team about your projects.`}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        <ContactOption icon={<IconMail {...ICON} />} label="Email">
          <Anchor href={`mailto:${brand.email}`} fw={500}>
            {brand.email}
          </Anchor>
        </ContactOption>
        <ContactOption icon={<IconPhone {...ICON} />} label="Phone">
          <Anchor href={`tel:${brand.phone.replaceAll(/[^+\d]/g, '')}`} fw={500}>
            {brand.phone}
          </Anchor>
          {brand.hours ? <Text>{brand.hours}</Text> : null}
        </ContactOption>
        <ContactOption icon={<IconClock {...ICON} />} label="Response time">
          <Text fw={500}>We respond {brand.responseTime}.</Text>
        </ContactOption>
      </SimpleGrid>
      <Section title="Send a Message">
        <SupportForm key={from} page={from} />
      </Section>
    </Page>
  );
}

function ContactOption({
  icon,
  label,
  children,
}: {
  icon: ReactNode;
  label: string;
  children: ReactNode;
}) {
  return (
    <Card p="md">
      <Group gap="md" wrap="nowrap" align="flex-start">
        {icon}
        <div>
          <Text c="dimmed">{label}</Text>
          {children}
        </div>
      </Group>
    </Card>
  );
}
