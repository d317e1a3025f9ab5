/**
 * The oldest version of each browser that the pages are made for; docs/decisions/0086 says why. Vite builds for them,
 * and scripts/check-browsers.mjs refuses what they do not have. The keys are those of browser-compat-data.
 */
export const BROWSERS = {
  chrome: '130',
  edge: '130',
  firefox: '140',
  safari: '16.4',
  safari_ios: '16.4',
};

/** The same, as Vite takes it. */
export const BUILD_TARGET = Object.entries(BROWSERS).map(
  ([name, version]) => `${name === 'safari_ios' ? 'ios' : name}${version}`,
);
