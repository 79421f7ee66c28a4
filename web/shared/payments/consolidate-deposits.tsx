import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { consolidationAnswer, consolidationOffer } from '#contract/consolidations.ts'
import { call } from '#web/lib/api.ts'
import { sendOnce } from '#web/lib/send-once.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { paths } from '#web/shared/paths.ts'
import { Button } from '#web/ui/controls.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'

const pathOf = (payrollId: string) =>
  `/companies/payrolls/${encodeURIComponent(payrollId)}/consolidate`

function useConsolidationOffer(payrollId: string) {
  return useQuery({
    queryKey: ['payment-preview', 'consolidation', payrollId],
    queryFn: ({ signal }) => call(consolidationOffer, pathOf(payrollId), { signal }),
  })
}

function useConsolidate(payrollId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const path = pathOf(payrollId)
      const answer = await sendOnce([path], (idempotencyKey) =>
        call(consolidationAnswer, path, { method: 'POST', idempotencyKey }),
      )
      return answer.transaction
    },
    onSettled: () => {
      for (const noun of ['transactions', 'payrolls', 'payment-preview', 'dashboard']) {
        void client.invalidateQueries({ queryKey: [noun] })
      }
    },
  })
}

/** Too many small deposits: how many become one, at what cost, and the button that does it. */
export function ConsolidateDeposits({ payrollId }: { payrollId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const { data: offer } = useConsolidationOffer(payrollId)
  const consolidate = useConsolidate(payrollId)
  if (!offer || offer.deposits === 0) return null
  const values = { deposits: format.count(offer.deposits), usd: format.usd(offer.fee.usd) }
  return (
    <Notice tone="amber">
      <Text strong>{t('consolidate.title')}</Text>
      <Block>{t('consolidate.text', values)}</Block>
      {offer.needsCode && <Block>{t('consolidate.needsCode')}</Block>}
      {offer.approvalsRequired > 0 && <Block>{t('consolidate.needsApproval')}</Block>}
      <Block mt={3}>
        <Button
          variant="outlined"
          disabled={consolidate.isPending}
          aria-busy={consolidate.isPending}
          onClick={() =>
            consolidate.mutate(undefined, {
              onError: reportWrite,
              onSuccess: ({ _id, waitingFor }) => {
                if (waitingFor === 'approval') return void navigate(paths.transaction(_id))
                toastSuccess(t('consolidate.done'))
              },
            })
          }
        >
          {t('consolidate.button')}
        </Button>
      </Block>
    </Notice>
  )
}
