import type { Language } from '#contract/languages.ts'
import type { PaymentPreview } from '#contract/payments.ts'
import { texts } from '#contract/texts/index.ts'
import { languageOf } from '#server/platform/http/language.ts'
import { opens, type Scene, type Stage } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'
import { detailsOf } from './details.ts'

/**
 * Payments that need a restored backup, or a run of thousands with a failed batch. For the picture
 * the program's own answer is completed with those facts.
 */
export function rarePayments({ payrolls: { ready }, transactions }: ScreensWorld): Scene[] {
  const pay = (name: string, more: More, act?: Scene['act']): Scene => ({
    name,
    path: detailsOf(ready),
    act: async (stage) => {
      await completes(stage, more)
      await opens('payrolls.details.pay')(stage)
      await stage.page.waitForLoadState('networkidle')
      await act?.(stage)
    },
  })
  const rest: More = async () => ({
    resumes: { _id: transactions.confirmed, at: '2026-11-15T15:04:00.000Z' },
  })
  return [
    pay('pay-rest', rest),
    pay('pay-rest-close', rest, async ({ page, t }) => {
      await page.getByRole('button', { name: t('payments.close.open'), exact: true }).click()
      await page.getByRole('dialog', { name: t('payments.close.title') }).waitFor()
    }),
    pay('pay-found', async ({ call }, language) => {
      const found = [transactions.confirmed, transactions.unconfirmed].map(async (id) => {
        const answer = await call('GET', `/api/v1/transactions/${id}/details`)
        return (answer as { data: { transaction: Found } }).data.transaction
      })
      return withUntracked(await Promise.all(found), language)
    }),
    pay('pay-uncertain', async ({ call }, language) => {
      const answer = await call('GET', `/api/v1/transactions/${transactions.confirmed}/details`)
      const { transaction } = (answer as { data: { transaction: Found } }).data
      const person = (employeeId: string, name: string, perhapsPaid: boolean) => ({
        employeeId,
        name,
        perhapsPaid,
      })
      const code = 'PERIOD_UNCERTAIN'
      return {
        problems: [{ code, message: texts[language].errors[code] }],
        uncertain: {
          _id: transaction._id,
          at: transaction.createdAt,
          transactions: [transaction],
          people: [person('1', 'Ana Flores', true), person('2', 'Rosa Idalia Chicas', true)],
        },
        dollarsUnknownSince: '2026-11-15T15:04:00.000Z',
      }
    }),
    pay('pay-found-unmined', async (_, language) => withUntracked([], language)),
  ]
}

type Found = PaymentPreview['untracked'][number]

const withUntracked = (untracked: Found[], language: Language): Partial<PaymentPreview> => {
  const code = 'WALLET_AHEAD_OF_RECORDS'
  return { untracked, problems: [{ code, message: texts[language].errors[code] }] }
}

type More = (stage: Stage, language: Language) => Promise<Partial<PaymentPreview>>

export const completes = ({ page, ...stage }: Stage, more: More) =>
  page.route('**/payment-preview*', async (route) => {
    const language = languageOf(route.request().headers()['accept-language'])
    const response = await route.fetch()
    const answer: { data: PaymentPreview } = await response.json()
    const data = { ...answer.data, ...(await more({ page, ...stage }, language)) }
    await route.fulfill({ response, json: { ...answer, data } })
  })
