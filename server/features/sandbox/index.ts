export { type PlayerDeps, runSandbox } from './auto-mining.ts'
export { sandboxRoutes } from './routes.ts'
