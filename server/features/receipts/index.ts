export { receiptFile } from './attach.ts'
export { keepReceipts } from './duty.ts'
export { receiptRoutes } from './routes.ts'
