/** Names of county equivalents, by FIPS code of the state or territory. */
const COUNTY_NOUNS: Readonly<Record<string, string>> = { '22': 'Parish', '60': 'District' };
/** Territories and the District of Columbia, where the name has no suffix. */
const WITHOUT_SUFFIX = new Set(['11', '66', '69', '72', '78']);

/** Alaska's census areas and consolidated city-boroughs, by FIPS code; the others are boroughs. */
const CENSUS_AREAS = ['016', '050', '070', '105', '158', '180', '198', '240', '261', '290'];
const ALASKA_CITIES = ['020', '110', '220', '230', '275', '282'];
/** Independent cities outside Virginia: Baltimore, St. Louis and Carson City. Virginia's begin at 510. */
const INDEPENDENT_CITIES = new Set(['24510', '29510', '32510']);

/**
 * The usual name of a US county: 'McLennan County', 'Orleans Parish', 'Richmond' for an independent city. `fips` is the
 * Census Bureau's five-digit code: https://www.census.gov/library/reference/code-lists/ansi.html
 */
export function countyName(fips: string, name: string): string {
  const [state, county] = [fips.slice(0, 2), fips.slice(2)];
  if (state === '02') {
    if (ALASKA_CITIES.includes(county)) return name;
    return `${name} ${CENSUS_AREAS.includes(county) ? 'Census Area' : 'Borough'}`;
  }
  const isCity = INDEPENDENT_CITIES.has(fips) || (state === '51' && county >= '510');
  return isCity || WITHOUT_SUFFIX.has(state) ? name : `${name} ${COUNTY_NOUNS[state] ?? 'County'}`;
}

/** 'McLennan County, Texas'. Shortened if one is missing or both are the same. */
export const placeName = (county: string | undefined, state: string | undefined): string =>
  [...new Set([county, state])].filter(Boolean).join(', ');
