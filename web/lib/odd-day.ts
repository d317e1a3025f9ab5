import { count, date } from './formats.ts';

type OddDay = {
  /** YYYY-MM-DD. */
  day: string;
  count: number;
  /** Of one of its photos. */
  name: string;
};

/** Photos that are of another day than the rest: 'One photo (DJI_0001.JPG) is from Mar 26, 2018'. */
export const oddDayText = ({ day, count: photos, name }: OddDay): string =>
  `${photos === 1 ? `One photo (${name}) is` : `${count(photos)} photos are`} from ${date(day, 'UTC')}`;
