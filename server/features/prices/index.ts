export { fixPrice } from './fixed-price.ts'
export { type PollerDeps, runPrices } from './poller.ts'
export { priceRoutes } from './routes.ts'
export { readCurrentPrice, readPricesSince, type StoredPrice } from './store.ts'
