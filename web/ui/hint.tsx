import { Alert } from '@mantine/core';

type HintProps = { hint: { color: string; text: string } | null };

/** A notice about what the person is about to do, if there is one. */
export const Hint = ({ hint }: HintProps) =>
  hint ? (
    <Alert color={hint.color} p="xs">
      {hint.text}
    </Alert>
  ) : null;
