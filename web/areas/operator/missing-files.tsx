import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { byDraft, type LeftOver } from '#web/submissions/visits/left-over.ts';
import { count, counted } from '#web/lib/formats.ts';
import type { KeptCardFile } from './card-memory.ts';
import type { useKeptCard } from './kept-card.ts';

const SHOWN_AT_FIRST = 5;

/** Files that were being checked, or were set aside from a draft, when the page was left, and are not on the card again. */
export function MissingFiles({ kept }: { kept: ReturnType<typeof useKeptCard> }) {
  const { missing, canContinue, goOn, forget } = kept;
  const left = missing.flatMap((file) => (file.left ? [{ ...file, left: file.left }] : []));
  const others = missing.filter((file) => !file.left);
  return (
    <Alert
      color="yellow"
      title={`${counted(missing.length, 'file')} from a card ${missing.length === 1 ? 'was' : 'were'} not uploaded`}
    >
      <Stack gap="sm">
        {others.length > 0 ? <Names title="Not in a draft yet" files={others} /> : null}
        {byDraft(left).map((files) => (
          <Names
            key={files[0]?.left.submissionId}
            title={`Set aside from ${files[0]?.left.title}`}
            files={files}
          />
        ))}
        {canContinue ? null : <Text size="sm">Drop the card again to continue.</Text>}
        <Group gap="xs">
          {canContinue ? (
            <Button size="xs" onClick={() => void goOn()}>
              Read the Card Again
            </Button>
          ) : null}
          <Button size="xs" variant="default" onClick={forget}>
            Discard
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

type NamesProps = { title: string; files: readonly (KeptCardFile & { left?: LeftOver })[] };

function Names({ title, files }: NamesProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? files : files.slice(0, SHOWN_AT_FIRST);
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm" listStyleType="none">
        {shown.map(({ name, size, lastModified, left }) => (
          <List.Item key={`${name} ${size} ${lastModified}`}>
            {name}
            {left ? (
              <Text span inherit c="dimmed">
                {' '}
                {left.words}
              </Text>
            ) : null}
          </List.Item>
        ))}
      </List>
      {files.length > shown.length ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setWhole(true)}>
          Show {count(files.length - shown.length)} more
        </Button>
      ) : null}
    </section>
  );
}
