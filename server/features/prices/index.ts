export { fixPrice } from './fixed-price.ts'
export { type PollerDeps, runPrices } from './poller.ts'
export { priceRoutes } from './routes.ts'
export { readCurrentPrice, type StoredPrice } from './store.ts'
