export { type AutoMiningDeps, runSandbox } from './auto-mining.ts'
export { sandboxRoutes } from './routes.ts'
