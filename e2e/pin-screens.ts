import { CLIENT, OPERATOR } from './sample-site.ts';
import { button, link, type Screen } from './screen-parts.ts';

/** With the pins of demo/seed/pins.ts. */
export const PIN_SCREENS: Screen[] = [
  {
    name: 'pins',
    as: CLIENT,
    address: '/dashboard/pins',
    ready: link(/^How long/),
    action: link(/^How long/),
  },
  {
    name: 'pin',
    as: CLIENT,
    address: '/dashboard/pins/5a3f0000-0000-4000-8000-000000000030',
    ready: link('Open in Viewer'),
    action: button('Mark Done'),
  },
  {
    name: 'pins in the back office',
    as: OPERATOR,
    address: '/operator/pins',
    ready: link(/^How long/),
    action: link('Export BCF'),
  },
];
