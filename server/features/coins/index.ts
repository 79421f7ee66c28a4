export { fixPrice, type PollerParts, pollPrices } from './poller.ts'
export { coinRoutes } from './routes.ts'
export { currentPrice, type StoredPrice } from './store.ts'
