import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import classes from './header-button.module.css';

type HeaderButtonProps = ActionIconProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> & {
    label: string;
    /** Shown on hover if it adds to the label. Uses only CSS, so that it needs no script. */
    hint?: string;
  };

export function HeaderButton({ label, hint, children, ...props }: HeaderButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      data-hint={hint}
      className={classes.button}
      {...props}
    >
      {children}
    </ActionIcon>
  );
}
