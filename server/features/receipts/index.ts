export { receiptFile } from './attach.ts'
export { keepReceipts } from './keep-receipts.ts'
export { receiptRoutes } from './routes.ts'
