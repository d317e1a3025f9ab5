import { Anchor, Code, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SIGNING_KEYS_PATH, type SigningKey } from '#domain/evidence.ts';
import { api } from '#web/lib/api.ts';
import { dateTime, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';

/** Shown so that staff can confirm a key to the receiver of a pack. */
export function SigningKeys() {
  const query = useQuery(api.evidence.keys.queryOptions());
  return (
    <Section title="Signing Key" id="signing-key">
      <Stack gap="sm">
        <Text size="sm">
          Evidence packs are signed with this key. The public key is at{' '}
          <Anchor
            href={SIGNING_KEYS_PATH}
            target="_blank"
            rel="noreferrer"
            inherit
            underline="always"
          >
            {SIGNING_KEYS_PATH}
          </Anchor>
          . To verify a pack, compare the key it names with this one.
        </Text>
        {query.data ? (
          <Keys keys={query.data.keys} />
        ) : query.isError ? (
          <LoadError title="Failed to load the signing key" query={query} />
        ) : (
          <Skeleton height={40} />
        )}
      </Stack>
    </Section>
  );
}

function Keys({ keys }: { keys: readonly SigningKey[] }) {
  if (keys.length === 0) {
    return <Text c="dimmed">No key yet. It is created with the first evidence pack.</Text>;
  }
  return keys.map(({ kid, createdAt }, index) => (
    <div key={kid}>
      <Code style={{ overflowWrap: 'anywhere' }}>{kid}</Code>
      <Text size="xs" c="dimmed" className="tabular">
        {index === 0 ? 'In use since' : 'Created'} {dateTime(createdAt, DEFAULT_TIME_ZONE)}
      </Text>
    </div>
  ));
}
