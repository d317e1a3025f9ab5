import { ActionIcon, Menu, type MenuProps } from '@mantine/core';
import { IconDots, type Icon } from '@tabler/icons-react';
import type { ReactElement } from 'react';

export type MenuAction = {
  label: string;
  Icon?: Icon;
  color?: 'red';
  isDisabled?: boolean;
} & ({ run: () => void } | { href: string });

type ActionsMenuProps = Pick<MenuProps, 'width' | 'position'> & {
  name: string;
  isBusy?: boolean;
  /** A button that opens the menu; by default three dots. */
  target?: ReactElement | undefined;
  /** Null hides an unavailable action; `line` separates groups. */
  actions: readonly (MenuAction | 'line' | null)[];
};

export const ActionsMenu = ({
  name,
  isBusy = false,
  target,
  actions,
  ...menu
}: ActionsMenuProps) => (
  <Menu {...menu}>
    <Menu.Target>
      {target ?? (
        <ActionIcon
          variant="subtle"
          color="gray"
          loading={isBusy}
          aria-label={`Actions for ${name}`}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      )}
    </Menu.Target>
    <Menu.Dropdown>
      {actions.map((action) =>
        action === 'line' ? (
          <Menu.Divider key={action} />
        ) : action ? (
          <Item key={action.label} {...action} />
        ) : null,
      )}
    </Menu.Dropdown>
  </Menu>
);

function Item({ label, Icon: MenuIcon, color, isDisabled = false, ...action }: MenuAction) {
  const itemProps = {
    color,
    disabled: isDisabled,
    leftSection: MenuIcon && <MenuIcon size={16} stroke={1.75} aria-hidden />,
  };
  return 'href' in action ? (
    <Menu.Item component="a" href={action.href} target="_blank" rel="noreferrer" {...itemProps}>
      {label}
    </Menu.Item>
  ) : (
    <Menu.Item onClick={action.run} {...itemProps}>
      {label}
    </Menu.Item>
  );
}
