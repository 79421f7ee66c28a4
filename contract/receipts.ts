import { z } from 'zod/mini'

/** GET /payments/{id}/lines/{lineId}/receipt.pdf; GET /payments/{id}/receipts.zip has them all. */
export const receiptOfLineParams = z.object({ id: z.string(), lineId: z.string() })

/** GET /employee/payments/{lineId}/receipt.pdf: of an own line. */
export const ownReceiptParams = z.object({ lineId: z.string() })

/** GET /companies/receipt-mail-preview: the message that an employee gets with the receipt, of a made-up person. */
export const receiptMailPreview = z.object({
  subject: z.string(),
  text: z.string(),
  /** A whole page: shown in a frame without rights. */
  html: z.string(),
  sms: z.string(),
  /** The attached file's name. */
  file: z.string(),
})
export type ReceiptMailPreview = z.infer<typeof receiptMailPreview>
