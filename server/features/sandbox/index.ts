export { type PlayerParts, runSandbox } from './auto-mining.ts'
export { sandboxRoutes } from './routes.ts'
