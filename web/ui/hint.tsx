import { Alert } from '@mantine/core';

type HintProps = { hint: { color: string; text: string } | null };

export const Hint = ({ hint }: HintProps) =>
  hint ? (
    <Alert color={hint.color} p="xs">
      {hint.text}
    </Alert>
  ) : null;
