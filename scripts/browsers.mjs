/**
 * The oldest supported version of each browser (docs/decisions/0086). Vite builds for them, and
 * scripts/check-browsers.mjs rejects built-ins they lack. The keys are browser ids of browser-compat-data.
 */
export const BROWSERS = {
  chrome: '130',
  edge: '130',
  firefox: '140',
  safari: '16.4',
  safari_ios: '16.4',
};

/** In Vite's format. */
export const BUILD_TARGET = Object.entries(BROWSERS).map(
  ([name, version]) => `${name === 'safari_ios' ? 'ios' : name}${version}`,
);
