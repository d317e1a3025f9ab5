import { Drawer } from '@mantine/core';
import classes from './shell.module.css';
import { type Navigation, Sidebar, SidebarBrand } from './sidebar.tsx';

type SidebarDrawerProps = {
  isOpen: boolean;
  onClose: () => void;
  navigation: Navigation;
  onSignOut: () => void;
};

/** Loaded when first opened. */
export function SidebarDrawer({ isOpen, onClose, navigation, onSignOut }: SidebarDrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size="18rem"
      title={<SidebarBrand navigation={navigation} />}
      classNames={{ header: classes.drawerHeader, body: classes.drawerBody }}
    >
      <Sidebar navigation={navigation} onSignOut={onSignOut} onChoose={onClose} />
    </Drawer>
  );
}
