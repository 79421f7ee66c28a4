export { fixPrice, type PollerParts, pollPrices } from './poller.ts'
export { coinRoutes } from './routes.ts'
export { currentPrice } from './store.ts'
