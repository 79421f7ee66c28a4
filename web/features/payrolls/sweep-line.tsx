import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayrollSweep } from '#contract/sweeps.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { usePayrollSweep } from '#web/shared/sweeps/api.ts'
import { Link } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { soon } from '#web/ui/later.tsx'

const SweepDialog = soon(async () => (await import('./sweep-dialog.tsx')).SweepDialog)

/** Reasons that keep a sweep back until somebody does something. */
const waitTexts: Partial<Record<NonNullable<PayrollSweep['waits']>, SweepText>> = {
  RESTORED: 'ruleRestored',
  AWAITS_ARRIVAL: 'ruleAwaits',
  TRIAL_FAILED: 'ruleFailed',
}
type SweepText = 'ruleRestored' | 'ruleAwaits' | 'ruleFailed'

/** 'Lo que pase de $50.00 vuelve a tu dirección', or the way to that rule. */
export function SweepLine({ payrollId }: { payrollId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { can } = useRole()
  const { data } = usePayrollSweep(payrollId)
  const [open, setOpen] = useState(false)
  const mayChange = can('changeRules')
  if (!data || (!data.on && !data.pending && !mayChange)) return null
  const floor = format.usd(data.floorUsd ?? data.pending?.floorUsd ?? 0)
  const waits = data.waits && waitTexts[data.waits]
  const words = data.pending
    ? t('sweeps.rulePending', { floor })
    : waits
      ? t(`sweeps.${waits}`)
      : t('sweeps.back', { floor })
  return (
    <>
      {(data.on || data.pending) && `${words} · `}
      {mayChange && (
        <Link component="button" type="button" onClick={() => setOpen(true)} strong>
          {t(data.on || data.pending ? 'sweeps.change' : 'sweeps.add')}
        </Link>
      )}
      <DialogPresence>
        {open && <SweepDialog payrollId={payrollId} sweep={data} onClose={() => setOpen(false)} />}
      </DialogPresence>
    </>
  )
}
