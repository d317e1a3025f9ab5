import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, MouseEvent } from 'react';

type Entry = { index: number; url: string | null };

/** The part of the Navigation API that is used; some browsers lack it. */
type NavigationHistory = { currentEntry: Entry | null; entries: () => Entry[] };

/** How many history entries back the last page with this path is; 0 if it wasn't visited before. */
export function stepsBackTo(pathname: string, navigation: NavigationHistory | undefined): number {
  const here = navigation?.currentEntry?.index ?? 0;
  const found = navigation
    ?.entries()
    .findLast(({ index, url }) => index < here && url && new URL(url).pathname === pathname);
  return found ? here - found.index : 0;
}

type NativeAnchor = Omit<ComponentPropsWithRef<'a'>, 'style' | 'color'>;

/** Takes the router Link's `to` and `params`. */
export const TextLink = createLink((props: AnchorProps & NativeAnchor) => (
  <Anchor fw={500} {...props} />
));

export const ButtonLink = createLink((props: ButtonProps & NativeAnchor) => (
  <Button component="a" {...props} />
));

/** Goes back in the history if the page was visited in this tab, which restores the screen's state. */
export const BackLink = createLink(
  ({ children, onClick, className = '', ...props }: AnchorProps & NativeAnchor) => {
    const goBack = (event: MouseEvent<HTMLAnchorElement>) => {
      const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      const steps = isPlain ? stepsBackTo(event.currentTarget.pathname, window.navigation) : 0;
      if (steps === 0) return onClick?.(event);
      event.preventDefault();
      window.history.go(-steps);
    };
    return (
      <Anchor
        className={`${className} screen-only`}
        c="dimmed"
        fw={500}
        w="fit-content"
        onClick={goBack}
        {...props}
      >
        <IconArrowLeft
          size={16}
          stroke={1.75}
          aria-hidden
          style={{ verticalAlign: '-3px', marginInlineEnd: 6 }}
        />
        {children}
      </Anchor>
    );
  },
);
