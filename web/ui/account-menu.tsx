import { Menu, Text, useMantineColorScheme } from '@mantine/core';
import {
  IconLogout,
  IconSettings,
  IconSwitchHorizontal,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { isStaffRole } from '#domain/roles.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { setPerformanceMonitor, usePerformanceMonitor } from '#web/lib/performance-switch.ts';
import { HeaderButton } from './header-button.tsx';

const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const;

type AccountMenuProps = {
  email: string;
  role: string;
  otherArea: { label: string; to: string } | null;
  onSignOut: () => void;
};

export function AccountMenu({ email, role, otherArea, onSignOut }: AccountMenuProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isMonitored = usePerformanceMonitor();
  const choose = (chosen: string) =>
    setColorScheme(SCHEMES.find(({ value }) => value === chosen)?.value ?? 'auto');
  return (
    <Menu width={240}>
      <Menu.Target>
        <HeaderButton label="Account menu">
          <IconUserCircle size={20} stroke={1.75} aria-hidden />
        </HeaderButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" c="var(--mantine-color-text)" truncate>
            {email}
          </Text>
          <Text size="xs">{role.replace('_', ' ')}</Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={choose}>
          {SCHEMES.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        {isStaffRole(role) ? (
          <Menu.CheckboxItem
            checked={isMonitored}
            onChange={setPerformanceMonitor}
            closeMenuOnClick
          >
            Performance Monitor
          </Menu.CheckboxItem>
        ) : null}
        <Menu.Item
          component={Link}
          to={ROUTES.account}
          leftSection={<IconSettings size={16} stroke={1.75} aria-hidden />}
        >
          Account
        </Menu.Item>
        {otherArea ? (
          <Menu.Item
            component={Link}
            to={otherArea.to}
            leftSection={<IconSwitchHorizontal size={16} stroke={1.75} aria-hidden />}
          >
            {otherArea.label}
          </Menu.Item>
        ) : null}
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.75} aria-hidden />}
          onClick={onSignOut}
        >
          Sign Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
