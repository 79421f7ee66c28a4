import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { type PayrollSweep, payrollSweepEdit } from '#contract/sweeps.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { useOwnApproval } from '#web/shared/approval/use-own-approval.tsx'
import { paths } from '#web/shared/paths.ts'
import { useEndRule, useSetRule } from '#web/shared/sweeps/api.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { Block } from '#web/ui/layout.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'

interface SweepDialogProps {
  payrollId: string
  sweep: PayrollSweep
  onClose: () => void
}

/** The rule by which a payroll gives back what is left, and what that costs. */
export function SweepDialog({ payrollId, sweep, onClose }: SweepDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const set = useSetRule(payrollId)
  const end = useEndRule(payrollId)
  const own = useOwnApproval()
  const { control, handleSubmit, formState } = useZodForm(payrollSweepEdit, {
    floorUsd: sweep.floorUsd ?? sweep.defaultFloorUsd,
  })
  const { saved, leave } = useUnsavedChanges(formState.isDirty)
  const busy = set.isPending || end.isPending
  const done = () => {
    saved()
    toastSuccess(t('sweeps.saved'))
    onClose()
  }
  async function approve({ pending }: PayrollSweep) {
    const given = pending ? await own.approve(({ _id }) => _id === pending._id) : 'others'
    if (given === 'others') done()
    else if (given === 'given') {
      saved()
      onClose()
    }
  }
  const outcome = { onSuccess: done, onError: (error: Error) => toastError(error.message) }
  const send = handleSubmit(({ floorUsd }) => {
    const body = floorUsd === undefined ? {} : { floorUsd }
    set.mutate(body, { ...outcome, onSuccess: (answer) => void approve(answer) })
  })
  // The form stays behind the dialog of the code, with what was typed.
  if (own.isOpen) return own.dialog
  const costs = [
    { name: t('sweeps.fee'), money: sweep.fee },
    { name: t('sweeps.dust'), money: sweep.dust },
  ]
  return (
    <AppDialog
      title={t('sweeps.title')}
      onClose={() => leave(onClose)}
      busy={busy}
      actions={
        sweep.address === null ? (
          <Button component={RouterLink} to={paths.security} variant="contained">
            {t('sweeps.toAddress')}
          </Button>
        ) : (
          <>
            {(sweep.on || sweep.pending) && (
              <Button disabled={busy} onClick={() => end.mutate(undefined, outcome)}>
                {t('sweeps.switchOff')}
              </Button>
            )}
            <Button
              variant="contained"
              // A sweep is switched on only once its fee and dust are known.
              disabled={busy || sweep.fee === null}
              onClick={() => void send()}
            >
              {t('sweeps.switchOn')}
            </Button>
          </>
        )
      }
    >
      <Text>{t(sweep.address === null ? 'sweeps.noAddress' : 'sweeps.rule')}</Text>
      {sweep.address !== null && (
        <>
          <Text variant="body2" mt={1} tone="ink2" mono breakWords>
            {sweep.address}
          </Text>
          <Block mt={4} maxWidth={220}>
            <MoneyField control={control} name="floorUsd" label={t('sweeps.floor')} />
          </Block>
          <Text variant="body2" mt={1} tone="ink2">
            {t('sweeps.least', { amount: format.usd(sweep.leastFloorUsd) })}
          </Text>
          <Block mt={4}>
            {sweep.fee === null && (
              <Text variant="body2" tone="amber">
                {t('dashboard.coverage.noPrice')}
              </Text>
            )}
            <FactRows
              facts={costs.flatMap(({ name, money }) =>
                money ? [{ name, value: format.usd(money.usd) }] : [],
              )}
            />
          </Block>
        </>
      )}
    </AppDialog>
  )
}
