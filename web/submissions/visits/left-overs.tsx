import { Button, Stack } from '@mantine/core';
import { Section } from '#web/ui/section.tsx';
import { byDraft, type LeftOver } from './left-over.ts';
import type { CardPhoto } from './reading/card-photo.ts';
import { AsideList } from './set-aside.tsx';

export type AddLeftOvers = (draft: LeftOver, photos: readonly CardPhoto[]) => void;

type LeftOversProps = {
  photos: readonly CardPhoto[];
  left: ReadonlyMap<string, LeftOver>;
  onAdd: AddLeftOvers;
};

/** What was not uploaded when drafts were made of the card, with the reasons; it can still be added to them. */
export function LeftOvers({ photos, left, onAdd }: LeftOversProps) {
  const files = photos.flatMap((photo) => {
    const from = left.get(photo.path);
    return from ? [{ photo, left: from }] : [];
  });
  if (files.length === 0) return null;
  return (
    <Section title="Not Uploaded">
      <Stack gap="md">
        {byDraft(files).map((some) => (
          <OfDraft key={some[0]?.left.submissionId} files={some} onAdd={onAdd} />
        ))}
      </Stack>
    </Section>
  );
}

type OfDraftProps = { files: { photo: CardPhoto; left: LeftOver }[]; onAdd: AddLeftOvers };

function OfDraft({ files, onAdd }: OfDraftProps) {
  const [first] = files;
  if (!first) return null;
  const { title } = first.left;
  const wanted = files.filter(({ left }) => left.canReturn).map(({ photo }) => photo);
  const aside = files.map(({ photo, left: { words, canReturn, group } }) => ({
    photo,
    words,
    canReturn,
    ...(group === undefined ? {} : { group }),
  }));
  const add = (photos: readonly CardPhoto[]) => onAdd(first.left, photos);
  return (
    <div>
      <AsideList
        aside={aside}
        label={`Set aside from ${title}`}
        action={{
          text: () => `Add to ${title}`,
          name: (fileName) => `Add ${fileName} to ${title}`,
          take: add,
        }}
      />
      {wanted.length > 1 ? (
        <Button size="xs" variant="default" mt="xs" maw="100%" onClick={() => add(wanted)}>
          Add All {wanted.length} to {title}
        </Button>
      ) : null}
    </div>
  );
}
