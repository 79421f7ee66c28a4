export { fixPrice } from './fixed-price.ts'
export { keepPrices, type PollerParts } from './poller.ts'
export { coinRoutes } from './routes.ts'
export { currentPrice, type StoredPrice } from './store.ts'
