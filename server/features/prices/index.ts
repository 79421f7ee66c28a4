export { fixPrice } from './fixed-price.ts'
export { keepPrices, type PollerDeps } from './poller.ts'
export { coinRoutes } from './routes.ts'
export { currentPrice, type StoredPrice } from './store.ts'
