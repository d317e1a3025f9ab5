import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type NativeAnchor = Omit<ComponentPropsWithRef<'a'>, 'style' | 'color'>;

/** A text that leads to a screen; takes `to` and `params` like the router's Link. */
export const TextLink = createLink((props: AnchorProps & NativeAnchor) => (
  <Anchor fw={500} {...props} />
));

/** A button that leads to a screen. */
export const ButtonLink = createLink((props: ButtonProps & NativeAnchor) => (
  <Button component="a" {...props} />
));

/** The way back to the screen above this one. */
export const BackLink = createLink(({ children, ...props }: AnchorProps & NativeAnchor) => (
  <Anchor c="dimmed" fw={500} w="fit-content" {...props}>
    <IconArrowLeft
      size={16}
      stroke={1.75}
      aria-hidden
      style={{ verticalAlign: '-3px', marginInlineEnd: 6 }}
    />
    {children}
  </Anchor>
));
