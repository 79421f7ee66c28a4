import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Payroll } from '#contract/payrolls.ts'
import { useQuietSince } from '#web/shared/network.ts'
import { paths } from '#web/shared/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Link } from '#web/ui/controls.tsx'

/** Closed ones stay closed until the page is reloaded; the next payment has a banner of its own. */
const closed = new Set<string>()

const keyOf = ({ _id, status }: Payroll) => `${_id} ${status.payment} ${status.code}`

/** The payroll that the banner speaks of: a payment before a deposit. */
function findAnnounced(payrolls: readonly Payroll[]): Payroll | undefined {
  const open = payrolls.filter((payroll) => !closed.has(keyOf(payroll)))
  return (
    open.find(({ status }) => status.code === 'sent' && status.payment !== null) ??
    open.find(({ status }) => status.code === 'sent' || status.code === 'fundsOnTheWay')
  )
}

/** While something is on its way. The specification's sentence is for payments. */
export function ProcessingBanner({ payrolls }: { payrolls: readonly Payroll[] }) {
  const { t } = useTranslation()
  const [, setClosings] = useState(0)
  const payroll = findAnnounced(payrolls)
  // Nobody knows how it goes on while the network is silent.
  const isQuiet = useQuietSince() !== null
  if (!payroll || isQuiet) return null
  const { _id, name, status, lastTransaction } = payroll
  const isPayment = status.code === 'sent' && status.payment !== null
  return (
    <Banner
      action={
        <Link
          component={RouterLink}
          to={
            isPayment && lastTransaction
              ? paths.transaction(lastTransaction._id)
              : paths.payroll(_id)
          }
        >
          {t('dashboard.banner.see')}
        </Link>
      }
      onClose={() => {
        closed.add(keyOf(payroll))
        setClosings((count) => count + 1)
      }}
    >
      {t(`dashboard.banner.${isPayment ? 'payment' : 'other'}`, { name })}
    </Banner>
  )
}
