/** Metres of the foot of the United States since 2023, which people read. */
export const FOOT = 0.3048;
/** Metres of the foot that the coordinates and heights of older American surveys are in. */
export const US_SURVEY_FOOT = 1200 / 3937;
/** Square metres of 43,560 square feet. */
export const ACRE = 43_560 * FOOT ** 2;
/** Cubic metres of 27 cubic feet. */
export const CUBIC_YARD = 27 * FOOT ** 3;
