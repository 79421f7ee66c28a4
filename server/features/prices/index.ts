export { fixPrice } from './fixed-price.ts'
export { keepPrices, type PollerDeps } from './poller.ts'
export { priceRoutes } from './routes.ts'
export { readCurrentPrice, type StoredPrice } from './store.ts'
