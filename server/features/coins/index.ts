export { fixPrice, keepPrices, type PollerParts } from './poller.ts'
export { coinRoutes } from './routes.ts'
export { currentPrice, type StoredPrice } from './store.ts'
