/**
 * Which folder may import which. Each rule carries its reason; the map is docs/ARCHITECTURE.md.
 *
 *   contract ← exchange, orders, ledger ← the server's folders, as in `serverFolders` ← server ← main
 *   scheduling ← signalr ← hub
 *   scheduling ← fix
 *   fix, contract, exchange, the server's venue ← exchange process
 *   scheduling ← desk, http, platform, store
 *   store ← platform ← http ← features
 *   contract ← api, live, ui ← screens ← routes
 */

/** What only tests use: tests and their fixtures, the oracles that tests compare with, and what all tests of an app share. */
const testSupport = '[.](test|fixture)[.]tsx?$|^packages/[^/]+/oracle/|^apps/[^/]+/testing/'
const pure = '^packages/(contract|exchange|orders|ledger|scheduling|fix)/(src|oracle)/'
const tests = '[.]test[.]tsx?$'

/** What each folder of the server may import besides itself: the rows of the map in docs/ARCHITECTURE.md. */
const serverFolders = {
  bus: ['desk/record/codec', 'config-values'],
  desk: [
    'contract',
    'orders',
    'ledger',
    'scheduling',
    'platform/(audit|clock|user-key)',
    'store',
    'bus',
    'venue/(venue|commands|listing|market-data|market-operation|order-messages)',
  ],
  venue: ['contract', 'exchange', 'orders', 'config'],
  gateway: ['contract', 'fix', 'orders', 'scheduling', 'store', 'venue'],
  hub: [
    'contract',
    'signalr',
    'desk/publishing/(desk-events|market-picture)',
    'platform',
    'store/unavailable',
  ],
  http: ['contract', 'scheduling', 'files', 'platform', 'store'],
  files: ['contract'],
  features: ['contract', 'orders', 'scheduling', 'desk', 'files', 'http', 'platform', 'store'],
  platform: ['contract', 'scheduling', 'store', 'bus'],
  store: ['contract', 'scheduling', 'config'],
  demo: ['contract', 'orders', 'ledger', 'desk', 'platform', 'store', 'venue'],
  backup: ['contract', 'store', 'config'],
}
const packages = ['contract', 'exchange', 'orders', 'ledger', 'scheduling', 'signalr', 'fix']

/** @type {NonNullable<import('dependency-cruiser').IConfiguration['forbidden']>} */
const serverRules = Object.entries(serverFolders).map(([folder, imports]) => {
  const allowed = imports.map((name) =>
    packages.includes(name) ? `packages/${name}/` : `apps/server/src/${name}(/|[.]ts$)`,
  )
  return {
    name: `map-of-the-server-${folder}`,
    comment: 'The map in docs/ARCHITECTURE.md lists what this folder imports.',
    severity: 'error',
    from: { path: `^apps/server/src/${folder}/`, pathNot: testSupport },
    to: {
      path: '^(packages|apps/server/src)/',
      pathNot: `^(apps/server/src/${folder}/|${allowed.join('|')})`,
    },
  }
})

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...serverRules,
    {
      name: 'contract-is-the-floor',
      comment: 'What all agree on knows none of them.',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: '^(packages/(?!contract/)|apps/)' },
    },
    {
      name: 'rooms-of-the-contract',
      comment: 'Words know no rule, and rules know no call: rules ← wire, and both take words.',
      severity: 'error',
      from: { path: '^packages/contract/src/(words|rules)/', pathNot: testSupport },
      to: { path: '^packages/contract/src/(wire|rules)/', pathNot: '^packages/contract/src/$1/' },
    },
    {
      name: 'rooms-of-the-desk-publishing',
      comment: 'What is published is known to all rooms of the desk, and knows none of them.',
      severity: 'error',
      from: { path: '^apps/server/src/desk/publishing/', pathNot: testSupport },
      to: { path: '^apps/server/src/desk/(loop|decisions|record)/' },
    },
    {
      name: 'rooms-of-the-desk-decisions',
      comment: 'A decision does not wait and has no SQL: of the record it imports only the journal.',
      severity: 'error',
      from: { path: '^apps/server/src/desk/decisions/', pathNot: testSupport },
      to: {
        path: '^apps/server/src/desk/(loop|record)/',
        pathNot: '^apps/server/src/desk/record/journal[.]ts$',
      },
    },
    {
      name: 'rooms-of-the-desk-record',
      comment: 'The record is written and read by the loop, which it does not know.',
      severity: 'error',
      from: { path: '^apps/server/src/desk/record/', pathNot: testSupport },
      to: { path: '^apps/server/src/desk/loop/' },
    },
    {
      name: 'ports-know-no-exchange',
      comment:
        'A venue fits behind its ports whatever it is: they know neither the embedded exchange nor its types.',
      severity: 'error',
      from: { path: '^apps/server/src/venue/[^/]+[.]ts$' },
      to: { path: '^(packages/exchange/|apps/server/src/venue/embedded/)' },
    },
    {
      name: 'embedded-is-joined-at-the-root',
      comment: 'The parts choose the venue; the demo draws its chance as the crowd does.',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot: `^apps/server/src/(venue/embedded/|parts/|(server|main)[.]ts$)|${testSupport}`,
      },
      to: {
        path: '^apps/server/src/venue/embedded/',
        pathNot: '^apps/server/src/venue/embedded/crowd/random[.]ts$',
      },
    },
    {
      name: 'domain-packages-are-strangers',
      comment:
        'Exchange, orders and ledger meet only in the server, as values: each can be read and tested alone.',
      severity: 'error',
      from: { path: '^packages/(exchange|orders|ledger)/' },
      to: { path: '^(packages/|apps/)', pathNot: '^packages/(contract|$1)/' },
    },
    {
      name: 'signalr-stands-alone',
      comment: 'A SignalR hub server is of use without Tradebook, so it knows nothing of it.',
      severity: 'error',
      from: { path: '^packages/signalr/' },
      to: { path: '^(packages/(?!signalr/|scheduling/)|apps/)' },
    },
    {
      name: 'fix-stands-alone',
      comment: 'A FIX session is the same for any venue and any firm, so it knows nothing of this one.',
      severity: 'error',
      from: { path: '^packages/fix/' },
      to: { path: '^(packages/(?!fix/|scheduling/)|apps/)' },
    },
    {
      name: 'scheduling-stands-alone',
      comment: 'Token buckets and lanes are of use to any server, so they know nothing of this one.',
      severity: 'error',
      from: { path: '^packages/scheduling/' },
      to: { path: '^(packages/(?!scheduling/)|apps/)' },
    },
    {
      name: 'pure-packages-do-no-io',
      comment:
        'No Node module in the domain: time, ids and chance are arguments, so that any run can be replayed.',
      severity: 'error',
      from: { path: pure, pathNot: '[.](test|fixture)[.]ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'packages-by-front-door',
      comment:
        'What a package shows is in its src/index.ts, and the schemas of the contract that a form checks by; the rest is free to change.',
      severity: 'error',
      from: { path: '^(?:packages|apps)/([^/]+)/' },
      to: {
        path: '^packages/[^/]+/src/',
        pathNot: '^packages/(?:$1/|[^/]+/src/index[.]ts$|contract/src/wire/schemas/)',
      },
    },
    {
      name: 'packages-by-front-door-from-outside',
      comment: 'Tests, benches and scripts use a package as its users do.',
      severity: 'error',
      from: { path: '^(test|bench|scripts)/' },
      to: {
        path: '^packages/[^/]+/src/',
        pathNot: '^packages/(?:[^/]+/src/index[.]ts$|contract/src/wire/schemas/)',
      },
    },
    {
      name: 'web-sees-only-the-contract',
      comment: 'The page is a client like any other: what it knows of the server is the contract.',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^(packages/(?!contract/)|apps/(?!web/))' },
    },
    {
      name: 'exchange-process-stands-alone',
      comment: 'The process knows FIX and the market, with its crowd and securities, and nothing of firms.',
      severity: 'error',
      from: { path: '^apps/exchange/' },
      to: {
        path: '^(packages/(?!(fix|contract|exchange)/)|apps/(?!exchange/))',
        pathNot:
          '^apps/server/src/(venue/|(gateway/(line|message-log|order-terms|decimals)|demo/securities|http/certificate[.]fixture)[.]ts$)',
      },
    },
    {
      name: 'nobody-imports-the-exchange-process',
      comment: 'Others reach it by FIX.',
      severity: 'error',
      from: { path: '^(packages|apps)/(?!exchange/)' },
      to: { path: '^apps/exchange/' },
    },
    {
      name: 'server-knows-no-page',
      comment: 'The server serves the built page as files and never its source.',
      severity: 'error',
      from: { path: '^apps/server/' },
      to: { path: '^apps/web/' },
    },
    {
      name: 'features-are-strangers',
      comment: 'A feature can be read, changed and deleted alone.',
      severity: 'error',
      from: { path: '^apps/server/src/features/([^/]+)/' },
      to: { path: '^apps/server/src/features/[^/]+/', pathNot: '^apps/server/src/features/$1/' },
    },
    {
      name: 'screens-are-strangers',
      comment: 'A screen can be read, changed and deleted alone.',
      severity: 'error',
      from: { path: '^apps/web/src/screens/([^/]+)/' },
      to: { path: '^apps/web/src/screens/[^/]+/', pathNot: '^apps/web/src/screens/$1/' },
    },
    {
      name: 'parts-know-no-screen',
      comment: 'Client, live data and shared parts serve every screen, so they know none.',
      severity: 'error',
      from: { path: '^apps/web/src/(accounts|api|live|market|ui)/' },
      to: { path: '^apps/web/src/(screens/|routes[.]ts$)' },
    },
    {
      name: 'screens-know-no-route-table',
      comment: 'The table names the screens; a screen that reads the table closes the circle.',
      severity: 'error',
      from: { path: '^apps/web/src/screens/', pathNot: tests },
      to: { path: '^apps/web/src/routes[.]ts$' },
    },
    {
      name: 'only-the-hub-imports-signalr',
      comment: 'The protocol stays behind the hub; all others publish events.',
      severity: 'error',
      from: { path: '^apps/server/src/(?!hub/|metrics[.]ts$)' },
      to: { path: '^packages/signalr/' },
    },
    {
      name: 'server-is-the-top',
      comment:
        'server.ts joins what the files of parts build; a part that imports these would know them all.',
      severity: 'error',
      from: { pathNot: '^apps/server/src/((server|main)[.]ts$|parts/)' },
      to: { path: '^apps/server/src/((server|main)[.]ts$|parts/)' },
    },
    {
      name: 'no-circular',
      comment: 'Two modules that need each other are one module, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-to-test',
      comment: 'What runs for people does not depend on what checks it.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: testSupport },
      to: { path: [testSupport, '^test/', '^bench/'] },
    },
    {
      name: 'declared',
      comment: 'A package is used only where the nearest package.json, or the root one, lists it.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'not-to-dev-dependency',
      comment: 'The server and the packages run without what only builds and checks them.',
      severity: 'error',
      from: { path: '^(packages|apps/(server|exchange))/[^/]+.*', pathNot: testSupport },
      to: {
        dependencyTypes: ['npm-dev'],
        // Type packages are erased before anything runs.
        dependencyTypesNot: ['type-only', 'npm'],
        pathNot: '^node_modules/@types/',
      },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere fails when it is least expected.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(?!.*node_modules/).*(^|/)(dist|shots|[.]tradebook[^/]*)/' },
    // Types are imports too: they carry knowledge of the other module.
    tsPreCompilationDeps: true,
    // A workspace may use what the root declares.
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
