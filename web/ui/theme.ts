import { createElement } from 'react';
import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { accentColors, mix, readable } from '#domain/colors.ts';
import { brand } from '#web/lib/brand.ts';
import { typeAhead } from './type-ahead.ts';

/** Contrast of text on a tint. */
const ON_TINT = 7;
const { light: lightAccent, dark: darkAccent } = accentColors(brand.color);
const tint = (part: number) => mix(brand.color, '#ffffff', part);

/** Mantine uses the first ones as backgrounds, the last ones for text on them, and 6 and 7 for controls. */
const accent: MantineColorsTuple = [
  tint(0.92),
  tint(0.84),
  tint(0.68),
  tint(0.52),
  darkAccent.accent,
  darkAccent.control,
  darkAccent.control,
  lightAccent.control,
  lightAccent.accent,
  readable(brand.color, tint(0.84), ON_TINT),
];

/** Buttons have the accent color itself, and text in black or white. */
const withOwnAccent: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant !== 'filled' || input.color !== 'accent') return colors;
  const [background, hover, color] = ['var(--filled)', 'var(--filled-hover)', 'var(--on-filled)'];
  return { ...colors, background, hover, color };
};

const gray: MantineColorsTuple = [
  '#f8f9fa',
  '#f1f3f5',
  '#e6e8ec',
  '#d9dce1',
  '#c3c8cf',
  '#9aa1ab',
  '#767d88',
  '#565d68',
  '#343a43',
  '#1c2026',
];

const dark: MantineColorsTuple = [
  '#dfe2e7',
  '#b6bcc6',
  '#949ba7',
  '#6a717d',
  '#3d434e',
  '#2c313a',
  '#1f232a',
  '#16191f',
  '#111318',
  '#0b0d10',
];

const close = { closeButtonProps: { 'aria-label': 'Close' } };
const dialogTitle = { title: { fontSize: '1rem', fontWeight: 600 } };
/** Surfaces differ by a border, not by a shade. */
const flat = {
  root: { backgroundColor: 'var(--mantine-color-body)', borderColor: 'var(--line)' },
};
const calendar = {
  firstDayOfWeek: 0 as const,
  // No red weekends: red means that something is wrong.
  weekendDays: [],
  // Mantine's gray for them has too little contrast.
  hideOutsideDates: true,
  // With roles, the popover would be a dialog without a name.
  popoverProps: { withRoles: false },
  ariaLabels: {
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    previousYear: 'Previous year',
    nextYear: 'Next year',
    previousDecade: 'Previous decade',
    nextDecade: 'Next decade',
  },
};
const moment = {
  ...calendar,
  valueFormat: 'MMM D, YYYY, h:mm A',
  submitButtonProps: { 'aria-label': 'Done' },
  timePickerProps: {
    format: '12h' as const,
    withDropdown: true,
    hoursInputLabel: 'Hours',
    minutesInputLabel: 'Minutes',
    amPmInputLabel: 'AM or PM',
  },
};

/** Also fixes Mantine's defaults that fail WCAG 2.2 AA. */
export const theme = createTheme({
  colors: { accent, gray, dark },
  primaryColor: 'accent',
  variantColorResolver: withOwnAccent,
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '8px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontFamily: 'var(--font)',
  headings: {
    fontFamily: 'var(--font)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '2rem' },
      h2: { fontSize: '1rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.375rem' },
    },
  },
  cursorType: 'pointer',
  autoContrast: true,
  respectReducedMotion: true,
  // Keyed by name instead of imported, so that components load only with the screens that use them.
  components: {
    Anchor: { defaultProps: { size: 'sm' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 } },
    // With a variant, it asks `withOwnAccent`.
    Button: { defaultProps: { fw: 500, variant: 'filled' } },
    Card: { defaultProps: { withBorder: true, padding: 'lg' }, styles: flat },
    InputWrapper: { styles: { label: { marginBottom: 4 }, description: { marginBottom: 4 } } },
    // A click outside must not close a dialog and lose what was typed.
    Modal: {
      defaultProps: { ...close, centered: true, closeOnClickOutside: false },
      styles: dialogTitle,
    },
    Drawer: { defaultProps: close, styles: dialogTitle },
    Notification: {
      styles: { description: { color: 'var(--mantine-color-dimmed)' } },
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Dismiss', 'aria-keyshortcuts': 'Alt+T' },
      },
    },
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        position: 'bottom-end',
        shadow: 'md',
        // As tall as the space allows; longer menus scroll.
        middlewares: { size: { padding: 8 } },
      },
      styles: { dropdown: { overflowY: 'auto' } },
    },
    Paper: { styles: flat },
    // The list itself scrolls, because Mantine's scroll area can't be reached by keyboard.
    Select: {
      defaultProps: { withScrollArea: false, allowDeselect: false, onKeyDown: typeAhead },
      styles: { options: { maxHeight: 240, overflowY: 'auto' } },
    },
    // A `section`, since screen readers ignore names on a plain div.
    Skeleton: { defaultProps: { component: 'section' } },
    Text: { defaultProps: { size: 'sm' } },
    Table: { defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md' } },
    Tooltip: { defaultProps: { openDelay: 300 } },
    DatePickerInput: { defaultProps: calendar },
    DateTimePicker: { defaultProps: moment },
    // Makes the visibility toggle reachable by keyboard.
    PasswordInput: {
      defaultProps: { visibilityToggleFocusable: true, visibilityToggleIcon: PasswordIcon },
    },
    ComboboxChevron: { defaultProps: { 'aria-hidden': true } },
  },
});

const STATUS_COLORS = ['green', 'blue', 'gray', 'yellow', 'red'];

/** Values of foundation.css, which handles both schemes. */
const FOUNDATION = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--quiet)',
  '--mantine-color-placeholder': 'var(--quiet)',
  '--mantine-color-error': 'var(--wrong)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-accent-text': 'var(--accent)',
  '--mantine-color-accent-outline': 'var(--accent)',
  '--mantine-color-default-border': 'var(--border)',
};

/** Text colors for both schemes where Mantine's contrast is below 4.5:1. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    ...FOUNDATION,
    '--mantine-color-red-6': '#c92a2a',
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-text': '#a51d1d',
    '--mantine-color-default-hover': colors.gray[1],
    ...Object.fromEntries(
      STATUS_COLORS.map((name) => [
        `--mantine-color-${name}-light-color`,
        `color-mix(in srgb, ${colors[name]?.[9]}, black 35%)`,
      ]),
    ),
  },
  dark: {
    ...FOUNDATION,
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#b02525',
    '--mantine-color-default': colors.dark[6],
    '--mantine-color-default-hover': colors.dark[5],
  },
});

function PasswordIcon({ reveal }: { reveal: boolean }) {
  const icon = reveal ? IconEyeOff : IconEye;
  return createElement(icon, { size: 'var(--psi-icon-size)', 'aria-hidden': true });
}
