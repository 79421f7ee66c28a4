import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment } from '#contract/payments.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { FactColumn } from '#web/ui/fact-rows.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Grid, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

interface SentStepsProps {
  run: Payment | undefined
  at: string | null
  late: boolean
}

/** Without an approval a run is signed as it is made; after one nobody noted the second. */
function signedAtOf(run: Payment | undefined, at: string | null): string | null {
  const madeAt = run?.transactions[0]?.createdAt
  if (madeAt === undefined || at === null) return null
  const waitedMs = Date.parse(at) - Date.parse(madeAt)
  return waitedMs >= 0 && waitedMs < 60_000 ? madeAt : null
}

/** Signed, on the network, in a block, and what it costs: columns, on phones rows. */
export function SentSteps({ run, at, late }: SentStepsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const all = run?.transactions.length ?? 1
  const mined = run?.transactions.filter(({ state }) => state === 'confirmed').length ?? 0
  const sent = run?.transactions.filter(({ txid }) => txid !== null).length ?? 1
  const partly = (count: number) => t('payday.sent.partly', { sent: count, count: all })
  const signedAt = signedAtOf(run, at)
  const waits = t(late ? 'payday.sent.blockLate' : 'payday.sent.blockWaits')
  return (
    <Grid as="ul" lineAbove mt={5} columns={{ md: 'repeat(4, minmax(0, 1fr))' }} py={{ md: 4.5 }}>
      <Step name={t('payday.sent.signed')} isDone={sent > 0}>
        {all > 1 ? partly(sent) : signedAt !== null && format.timeOfDay(signedAt)}
      </Step>
      <Step name={t('payday.sent.network')} isDone={sent > 0}>
        {at !== null && format.timeOfDay(at)}
      </Step>
      <Step name={t('payday.sent.block')} isDone={false}>
        {mined > 0 ? partly(mined) : waits}
      </Step>
      <Cell>
        <Text as="div" size={13.5} leading={20} tone="ink2">
          {t('payday.sent.fee')}
        </Text>
        <Text as="div" strong>
          {run ? format.usd(run.networkFee.usd) : '–'}
        </Text>
      </Cell>
    </Grid>
  )
}

const Cell = ({ children }: { children: ReactNode }) => (
  <FactColumn as="li" atTop>
    {children}
  </FactColumn>
)

interface StepProps {
  name: string
  isDone: boolean
  /** The time of the step, or how long it may take. */
  children: ReactNode
}

function Step({ name, isDone, children }: StepProps) {
  return (
    <Cell>
      <Row gap={2.5} strong>
        <Mark name={isDone ? 'tick' : 'half'} tone={isDone ? 'jade' : 'amber'} />
        {name}
      </Row>
      <Text as="div" size={13.5} leading={20} tone="ink2" ml={{ md: '26px' }}>
        {children}
      </Text>
    </Cell>
  )
}
