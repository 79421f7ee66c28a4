import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { SpecialRun } from '#contract/special-runs.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { ActionBar } from '#web/ui/action-bar.tsx'
import { Button } from '#web/ui/controls.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { useSaveSpecialRun } from './api.ts'
import type { useAmounts } from './use-amounts.ts'

interface SaveBarProps extends BarTextProps {
  back: string
  /** The sheet is saved as it is seen: it can be paid. */
  onReady: () => void
}

/** 'Guardar y preparar': saves what is to be saved, and shows what a payment would be. */
export function SaveBar({ run, sums, back, onReady }: SaveBarProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const save = useSaveSpecialRun(run._id)
  const isSaved = run.saved && sums.edits.length === 0
  const send = () => {
    if (isSaved) return onReady()
    save.mutate(
      { lines: sums.edits },
      {
        onSuccess: ({ specialRun }) => {
          sums.forget()
          const people = specialRun.lines.filter(({ usd }) => usd !== null).length
          const slots = { count: people, people: format.count(people) }
          const usd = format.usd(specialRun.totalUsd)
          toastSuccess(t('specialRuns.saved'), t('specialRuns.savedDetail', { ...slots, usd }))
          onReady()
        },
        onError: (error) => toastError(error.message),
      },
    )
  }
  return (
    <ActionBar message={<BarText run={run} sums={sums} />}>
      <Button onClick={() => void navigate(back)}>{t('specialRuns.cancel')}</Button>
      <Button
        variant="contained"
        onClick={send}
        disabled={save.isPending || sums.missing > 0 || sums.wrong > 0 || run.lines.length === 0}
      >
        {t('specialRuns.save')}
      </Button>
    </ActionBar>
  )
}

interface RestBarProps {
  run: SpecialRun
  unpaid: number
  onPay: () => void
}

/** A run of it left somebody out. */
export function RestBar({ run, unpaid, onPay }: RestBarProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <ActionBar message={<Reviewed run={run} />}>
      <Button variant="contained" color="success" onClick={onPay}>
        {t('payday.payMissing', { count: unpaid, unpaid: format.count(unpaid) })}
      </Button>
    </ActionBar>
  )
}

interface BarTextProps {
  run: SpecialRun
  sums: ReturnType<typeof useAmounts>
}

function BarText({ run, sums }: BarTextProps) {
  const { t } = useTranslation()
  if (sums.wrong > 0) return t('specialRuns.faults', { count: sums.wrong })
  if (sums.missing > 0) return t('specialRuns.missingFirst', { count: sums.missing })
  return <Reviewed run={run} />
}

/** The text of the law that was read, and when. */
export function Reviewed({ run: { rule } }: { run: SpecialRun }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Text as="span" size={14} tone="ink2" style={{ fontWeight: 400 }}>
      {rule
        ? t('specialRuns.reviewed', {
            month: format.month(rule.enactedOn.slice(0, 7)),
            year: rule.enactedOn.slice(0, 4),
            date: format.date(`${rule.reviewedOn}T12:00:00Z`),
          })
        : t('specialRuns.check')}
    </Text>
  )
}
