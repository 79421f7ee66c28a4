import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { PaymentPreview } from '#contract/payments.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { Figure } from '#web/ui/figure.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { Notice, PaidBefore } from './notices.tsx'
import { PayFacts } from './pay-facts.tsx'
import { Shortfall } from './shortfall.tsx'
import type { Standing } from './standing.ts'
import { useRefusalText } from './use-announce.ts'

interface PayFormProps {
  payroll: Payroll
  preview: PaymentPreview
  standing: Standing
  control: Control<{ note: string }, unknown, { note: string }>
  repeat: boolean
  onRepeat: (repeat: boolean) => void
  pending: boolean
  /** The answer was lost; what became of the payment is being found out. */
  looking: boolean
  error: Error | null
  onSeeTransactions: () => void
}

export function PayForm(props: PayFormProps) {
  const { payroll, preview, standing, pending, looking, error } = props
  const { t } = useTranslation()
  const refusal = useRefusalText(error)
  const isKnown = preview.usdRate > 0 && preview.employees > 0
  const { short } = standing
  return (
    <>
      <PayrollName payroll={payroll} />
      {standing.inProgress === null && standing.paidBefore && (
        <PaidBefore
          at={standing.paidBefore.at}
          // Asked once it can be answered: without funds there is nothing to repeat.
          canRepeat={short === null && standing.obstacles.length === 0}
          repeat={props.repeat}
          onRepeat={props.onRepeat}
          disabled={pending}
        />
      )}
      {short && standing.inProgress === null && isKnown ? (
        <Box sx={{ mt: 5 }}>
          <Shortfall
            preview={preview}
            standing={standing}
            short={short}
            address={payroll.cryptoAddress}
          />
        </Box>
      ) : (
        <Box sx={{ mt: 5 }}>
          <Typography variant="cell" component="p" sx={{ color: 'ink2' }}>
            {t('payments.totalAmount')}
          </Typography>
          <Box sx={{ mb: 5 }}>
            <Figure usd={preview.totalUsd} btc={isKnown ? preview.totalBtc : undefined} />
          </Box>
          {isKnown && standing.inProgress === null && (
            <>
              <PayFacts preview={preview} standing={standing} />
              <Box sx={{ pt: 3, borderTop: 1, borderColor: 'line' }}>
                <TextField
                  control={props.control}
                  name="note"
                  label={t('payments.note')}
                  placeholder={t('payments.notePlaceholder')}
                  optional
                  maxLength={100}
                  autoComplete="off"
                />
              </Box>
            </>
          )}
        </Box>
      )}
      {standing.inProgress !== null && (
        <Notice tone="amber">
          {standing.inProgress}{' '}
          <Link component="button" type="button" onClick={props.onSeeTransactions}>
            {t('payments.seeTransactions')}
          </Link>
        </Notice>
      )}
      {standing.inProgress === null &&
        standing.obstacles.map((obstacle) => (
          <Notice key={obstacle} tone="brick">
            {obstacle}
          </Notice>
        ))}
      {looking && (
        <Notice tone="amber" role="status">
          {t('payments.looking')}
        </Notice>
      )}
      {refusal !== null && !pending && (
        <Notice tone="brick" role="alert">
          {refusal}
        </Notice>
      )}
    </>
  )
}

export function PayrollName({ payroll }: { payroll: Payroll }) {
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      <Typography sx={{ fontWeight: 600 }}>{payroll.name}</Typography>
      <Typography sx={{ color: 'ink2' }}>{payroll.description}</Typography>
    </Box>
  )
}
