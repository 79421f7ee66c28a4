/**
 * "Who may import whom". Tests may reach further than what they test: the last rules say how far.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const test = '\\.test\\.tsx?$'

module.exports = {
  forbidden: [
    {
      name: 'domain-is-pure',
      comment: 'domain imports only itself and the @scure and @noble libraries.',
      severity: 'error',
      from: { path: '^domain/', pathNot: test },
      to: { pathNot: ['^domain/', '^node_modules/@(scure|noble)/'] },
    },
    {
      name: 'contract-is-shared',
      comment: 'contract imports only itself, zod and domain.',
      severity: 'error',
      from: { path: '^contract/', pathNot: test },
      to: { pathNot: ['^(contract|domain)/', '^node_modules/zod/'] },
    },
    {
      name: 'feature-by-its-index',
      comment:
        "A feature reaches another only through the other's index.ts, or through the writer of transactions and what decides which version is shown: chain and payments need both, and transactions needs payments.",
      severity: 'error',
      from: { path: '^server/features/([^/]+)/', pathNot: test },
      to: {
        path: '^server/features/',
        pathNot: [
          '^server/features/$1/',
          '^server/features/[^/]+/index\\.ts$',
          '^server/features/transactions/(write|shown-version)\\.ts$',
        ],
      },
    },
    {
      name: 'feature-without-adapters',
      comment:
        'A feature imports platform, authorization, ports, its dependencies and features; never an adapter.',
      severity: 'error',
      from: { path: '^server/features/', pathNot: test },
      to: {
        path: '^server/',
        pathNot:
          '^server/(platform|authorization|features)/|^server/ports\\.ts$|^server/startup/deps\\.ts$',
      },
    },
    {
      name: 'adapter-knows-ports-and-domain',
      comment: 'adapters import ports and domain; never a feature, never the database.',
      severity: 'error',
      from: { path: '^server/adapters/', pathNot: test },
      to: {
        path: ['^(server|contract)/', '^node_modules/(pg|kysely)/'],
        pathNot: '^server/(adapters/|ports\\.ts$)',
      },
    },
    {
      name: 'only-main-builds-adapters',
      comment: 'Only server/main.ts and tests import adapters.',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: [test, '^server/(adapters|testing)/', '^server/main\\.ts$'],
      },
      to: { path: '^server/adapters/' },
    },
    {
      name: 'platform-is-lowest',
      comment: 'platform knows no payroll: it imports contract, domain, ports and itself.',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: test },
      to: { path: '^server/', pathNot: '^server/platform/|^server/ports\\.ts$' },
    },
    {
      name: 'authorization-is-shared',
      comment:
        'authorization is what api and signer share: it imports contract, domain and platform.',
      severity: 'error',
      from: { path: '^server/authorization/', pathNot: test },
      to: { path: '^server/', pathNot: '^server/(platform|authorization)/' },
    },
    {
      name: 'signer-is-alone',
      comment: 'The process that holds the seed imports domain and its own store, nothing of HTTP.',
      severity: 'error',
      from: { path: '^server/signer/', pathNot: test },
      to: {
        path: [
          '^server/(features|adapters|embedded)/',
          '^server/app\\.ts$',
          '^node_modules/@?fastify',
        ],
      },
    },
    {
      name: 'browser-without-all-texts',
      comment:
        'What the browser loads imports the keys of texts and what fills them; the texts come by language.',
      severity: 'error',
      from: { path: '^(web|contract)/', pathNot: [test, '^contract/texts/', '^web/testing/'] },
      to: { path: '^contract/texts/(?!(keys|fill)\\.ts$)' },
    },
    {
      name: 'web-feature-by-its-index',
      comment:
        "A web feature imports domain, contract, web/{shared,ui,lib} and its own folder, and another feature only through the other's index.ts.",
      severity: 'error',
      from: { path: '^web/features/([^/]+)/', pathNot: test },
      to: {
        path: '^web/',
        pathNot: ['^web/(shared|ui|lib|features/$1)/', '^web/features/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'web-shared-below-features',
      comment: 'web/shared imports domain, contract, web/ui, web/lib and itself.',
      severity: 'error',
      from: { path: '^web/shared/', pathNot: test },
      to: { path: '^web/', pathNot: '^web/(shared|ui|lib)/' },
    },
    {
      name: 'web-kit-knows-no-payroll',
      comment:
        'web/ui and web/lib import each other, lengths of time, signs that show nothing, and of the contract only what every screen needs.',
      severity: 'error',
      from: { path: '^web/(ui|lib)/', pathNot: test },
      to: {
        path: '^(contract|domain|web)/',
        pathNot: [
          '^web/(ui|lib)/',
          '^domain/(durations|invisible-marks)\\.ts$',
          '^contract/(answers|errors|fields|http|session-end|six-digits|texts|user)(\\.ts$|/)',
        ],
      },
    },
    {
      name: 'web-app-loads-features',
      comment: 'Only web/app and features import features.',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/(app|features|shared|ui|lib|testing)/' },
      to: { path: '^web/features/' },
    },
    {
      name: 'my-pay-is-small',
      comment:
        "The employees' page imports React, contract's types, domain and the web/lib that needs no library.",
      severity: 'error',
      from: { path: '^web/my-pay/', pathNot: [test, 'vite\\.config\\.ts$'] },
      to: {
        path: '^(web|node_modules)/',
        pathNot: [
          '^web/my-pay/',
          '^web/lib/(api-error|copy-text|database-away|format|language|language-choice|own-texts)\\.ts$',
          '^node_modules/(@types/)?(react|react-dom|@fontsource-variable|zod)/',
        ],
      },
    },
    {
      name: 'server-and-web-apart',
      comment: 'server and web never import each other.',
      severity: 'error',
      from: { path: '^(server|web)/' },
      to: { path: '^(server|web)/', pathNot: '^$1/' },
    },
    {
      name: 'no-circular',
      comment: 'Nothing is circular.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-tests-in-the-program',
      comment: 'What is only there for tests is not part of the program.',
      severity: 'error',
      from: { path: '^(contract|domain|server|web)/', pathNot: [test, '^(server|web)/testing/'] },
      to: {
        path: [
          test,
          '^(server|web)/testing/',
          '^node_modules/(vitest|fast-check|happy-dom|@playwright|@testing-library)/',
        ],
      },
    },
    {
      name: 'resolved',
      comment: 'An import that leads nowhere would be checked by no rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|node_modules/\\.vite)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
    },
  },
}
