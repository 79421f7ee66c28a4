export { readGauges } from './gauges.ts'
export { operatingRoutes } from './routes.ts'
