import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { CreateShareLink } from '#web/sharing/share-links/create-share-link.tsx';
import { ALL_SHARE_LINKS, FoundShareLinks } from '#web/sharing/share-links/found-share-links.tsx';
import { Section } from '#web/ui/section.tsx';

/** The share links to a project and to its submissions. */
export function ProjectShareLinks({ projectId }: { projectId: string }) {
  const [isCreating, dialog] = useDisclosure(false);
  const [choice, setChoice] = useState(ALL_SHARE_LINKS);
  return (
    <Section
      title="Share Links"
      id="share-links"
      action={
        <Button variant="default" size="xs" onClick={dialog.open}>
          Create Share Link
        </Button>
      }
    >
      <FoundShareLinks
        projectId={projectId}
        choice={choice}
        onChoice={setChoice}
        renderEmpty={() => <Text c="dimmed">No share links yet</Text>}
      />
      <CreateShareLink
        isOpen={isCreating}
        about={{ projectId, submissionId: null }}
        onClose={dialog.close}
      />
    </Section>
  );
}
