import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import classes from './header-button.module.css';

type HeaderButtonProps = ActionIconProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> & {
    label: string;
    /** Shown to a pointer that stays, when it says more than the label: without a script of its own. */
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
