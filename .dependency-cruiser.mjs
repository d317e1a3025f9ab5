// The import rules of ARCHITECTURE.md, one entry each. Tests may also import test/ and the whole server, but server and
// web never import each other, not even in tests.
const TEST = '\\.test\\.tsx?$';

/** @param {string} names separated by `|` */
const packages = (names) => `(^|/)node_modules/(@types/)?(${names})(/|$)`;

/**
 * @param {string} name
 * @param {string} comment
 * @param {object} from
 * @param {object} to
 */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Code in the production image. */
const PRODUCT = '^(domain|contract|db|server|web|demo)/';

const OURS = '^(domain|contract|db|server|web|demo|test|e2e|bench|scripts)/';

/** The modules of server and web. Each may import those before it. */
const MODULES = [
  'events',
  'people',
  'projects',
  'files',
  'viewpoints',
  'maps',
  'drive',
  'submissions',
  'sharing',
  'operations',
];
const ANY_MODULE = MODULES.join('|');

/** @param {'server' | 'web'} side */
const moduleOrder = (side) =>
  MODULES.slice(0, -1).map((module, index) =>
    forbid(
      'modules-have-an-order',
      'a module imports only earlier modules; later modules subscribe to its events',
      { path: `^${side}/${module}/`, pathNot: TEST },
      { path: `^${side}/(${MODULES.slice(index + 1).join('|')})/` },
    ),
  );

const foundation = [
  forbid(
    'domain-imports-nothing-of-ours',
    'domain contains only schemas and pure functions, and imports nothing else of ours',
    { path: '^domain/', pathNot: TEST },
    { path: OURS, pathNot: '^domain/' },
  ),
  forbid(
    'contract-imports-domain-only',
    'the contract is built from domain schemas',
    { path: '^contract/' },
    { path: OURS, pathNot: '^(contract|domain)/' },
  ),
  forbid(
    'shared-code-runs-everywhere',
    'domain, contract and web run in the browser, so they import no Node modules',
    { path: '^(domain|contract|web)/', pathNot: TEST },
    { dependencyTypes: ['core'] },
  ),
  forbid(
    'db-imports-nothing-of-ours',
    'db contains only SQL and generated types',
    { path: '^db/' },
    {
      path: OURS,
      pathNot: '^db/',
    },
  ),
];

/** The folders of server/platform. Each may import those before it, so there are no circular imports. */
const LEVELS = [
  'db/|(?!context\\.ts)[^/]+\\.ts$',
  'limit/',
  'settings/',
  'queue/',
  'live/',
  'storage/',
  'raster/',
  'alignment/',
  'media/',
  'drive/',
  'mail/',
  'auth/',
  'context\\.ts$',
  'http/',
];

const platformOrder = LEVELS.map((level, index) =>
  forbid(
    'platform-has-an-order',
    'a folder of server/platform imports only earlier folders',
    { path: `^server/platform/(${level})`, pathNot: TEST },
    {
      path: '^server/platform/',
      pathNot: `^server/platform/(${LEVELS.slice(0, index + 1).join('|')})`,
    },
  ),
);

const server = [
  ...platformOrder,
  forbid(
    'server-never-meets-web',
    'server code never imports web code',
    { path: '^(server|db)/' },
    { path: '^web/' },
  ),
  forbid(
    'platform-knows-no-module',
    'server/platform imports only domain, db/types and the types of the settings',
    { path: '^server/platform/', pathNot: TEST },
    { path: OURS, pathNot: '^(server/platform/|server/config\\.ts$|domain/|db/types\\.ts$)' },
  ),
  forbid(
    'settings-are-handed-in',
    'platform and modules get the settings from the context and import only types from config.ts',
    { path: `^server/(platform|${ANY_MODULE})/`, pathNot: TEST },
    { path: '^server/config\\.ts$', dependencyTypesNot: ['type-only'] },
  ),
  ...moduleOrder('server'),
  forbid(
    'module-imports',
    'a server module imports only domain, contract, platform, db/types and earlier modules',
    { path: `^server/(${ANY_MODULE})/`, pathNot: TEST },
    {
      path: OURS,
      pathNot: `^(server/(platform|${ANY_MODULE})/|server/config\\.ts$|domain/|contract/|db/types\\.ts$)`,
    },
  ),
  forbid(
    'module-internals',
    'only the service.ts files of another module may be imported',
    { path: `^server/(${ANY_MODULE})/`, pathNot: TEST },
    { path: `^server/(${ANY_MODULE})/`, pathNot: '^server/($1/|.+/service\\.ts$)' },
  ),
  forbid(
    'driver-only-in-platform-db',
    'only server/platform/db imports the database driver',
    { path: PRODUCT, pathNot: `^server/platform/db/|${TEST}` },
    { path: packages('pg|pg-protocol|pg-pool|@electric-sql/.*') },
  ),
  forbid(
    'sql-only-in-queries',
    'only queries.ts files and server/platform/db build SQL',
    {
      path: PRODUCT,
      pathNot: `^server/(platform/db/|.+/queries\\.ts$)|^demo/seed/queries\\.ts$|^db/types|${TEST}`,
    },
    { path: packages('kysely') },
  ),
];

const web = [
  forbid(
    'web-never-meets-server',
    'web code never imports server code, so no secret can reach the browser',
    { path: '^web/' },
    { path: '^(server|db)/' },
  ),
  forbid(
    'web-base-imports',
    'web/lib and web/ui import only domain, contract and each other',
    { path: '^web/(lib|ui)/', pathNot: TEST },
    { path: OURS, pathNot: '^(web/(lib|ui)|domain|contract)/' },
  ),
  forbid(
    'web-map-imports',
    'web/maps/drawing imports only domain, contract and web/lib, and no React',
    { path: '^web/maps/drawing/', pathNot: TEST },
    {
      path: `${packages('react|react-dom|@mantine/.*|@tanstack/.*')}|${OURS}`,
      pathNot: '^(web/(lib|maps/drawing)|domain|contract)/',
    },
  ),
  forbid(
    'openlayers-only-in-map',
    'only web/maps/drawing imports the map library',
    { path: PRODUCT, pathNot: '^web/maps/drawing/' },
    { path: packages('ol|topojson-client') },
  ),
  ...moduleOrder('web'),
  forbid(
    'web-module-imports',
    'a web module imports only lib, ui, domain, contract and earlier modules',
    { path: `^web/(${ANY_MODULE})/`, pathNot: TEST },
    { path: OURS, pathNot: `^(web/(lib|ui|${ANY_MODULE})/|domain|contract)` },
  ),
  forbid(
    'web-area-imports',
    'web/areas imports only web code, domain and contract',
    { path: '^web/areas/', pathNot: TEST },
    { path: OURS, pathNot: '^(web|domain|contract)/' },
  ),
  forbid(
    'web-ui-fetches-nothing',
    'web/ui fetches no data',
    { path: '^web/ui/', pathNot: TEST },
    { path: `${packages('@orpc/.*|@tanstack/react-query')}|^web/lib/api` },
  ),
];

const outside = [
  forbid(
    'demo-test-e2e-bench-are-outside',
    'the product does not depend on its demo, tests, benchmarks and scripts',
    { path: '^(domain|contract|db|server|web)/', pathNot: TEST },
    { path: '^(demo|test|e2e|bench|scripts)/' },
  ),
  forbid(
    'demo-folders-are-apart',
    'folders of demo import only demo/flight from each other',
    { path: '^demo/([^/]+)/' },
    { path: '^demo/', pathNot: '^demo/($1|flight)/' },
  ),
];

const hygiene = [
  forbid('no-circular', 'no circular imports, not even of types', {}, { circular: true }),
  forbid('not-to-unresolvable', 'an import must resolve to a file', {}, { couldNotResolve: true }),
  forbid(
    'product-needs-no-dev-package',
    'packages that production needs are in "dependencies"',
    { path: PRODUCT, pathNot: TEST },
    {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['type-only'],
    },
  ),
];

export default {
  forbidden: [...foundation, ...server, ...web, ...outside, ...hygiene],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|demo/renderer|node_modules/.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.d.ts'],
    },
    skipAnalysisNotInRules: false,
  },
};
