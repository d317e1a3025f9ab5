import { OPERATOR } from './sample-site.ts';
import { button, inDialog, press, type Screen } from './screen-parts.ts';

/** Screens of staff about visits. */
export const VISIT_SCREENS: Screen[] = [
  {
    name: 'visit plan',
    as: OPERATOR,
    address: ({ project }) => project.replace('/dashboard', '/operator'),
    open: press('Edit Plan'),
    ready: inDialog('Save Plan'),
    action: inDialog('Save Plan'),
  },
  {
    name: 'calendar',
    as: OPERATOR,
    address: '/operator/calendar',
    ready: button(/Brazos Commons/),
    action: button('Next month'),
  },
  {
    name: 'calendar as a list',
    as: OPERATOR,
    address: '/operator/calendar?view=list',
    ready: button(/^Actions for the visit/),
    action: button('Next month'),
  },
];
