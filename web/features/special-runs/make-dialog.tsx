import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { preprocess } from '#contract/fields.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { type SpecialRunBody, specialRunBody } from '#contract/special-runs.ts'
import { type SpecialPayKind, specialPayKinds } from '#domain/special-pay/index.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { paths } from '#web/shared/paths.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { Grid } from '#web/ui/layout.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'
import { RadioRows } from '#web/ui/radio-rows.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { useMakeSpecialRun } from './api.ts'

interface NoPayrollsYetProps {
  error: Error | null
  onRetry: () => void
  onClose: () => void
}

/** The dialog while its payrolls are asked for. */
export function NoPayrollsYet({ error, onRetry, onClose }: NoPayrollsYetProps) {
  const { t } = useTranslation()
  return (
    <AppDialog onClose={onClose} title={t('specialRuns.make')} textOnly>
      {error ? <LoadFailed error={error} onRetry={onRetry} /> : <TextSkeleton width={220} />}
    </AppDialog>
  )
}

type Values = {
  payroll: string
  kind: SpecialPayKind
  year: string
  usd: number | string | undefined
  percent: string
}

/** The values of the form, as the body that the contract takes. */
const form = preprocess((typed) => {
  const { year, percent, usd, kind } = typed as Values
  const isBonus = kind === 'BONUS'
  const digits = /^\d{1,6}$/.test(percent.trim()) ? Number(percent) : percent || undefined
  return { kind, year: Number(year), ...(isBonus && { usd, percent: digits }) }
}, specialRunBody)

/** The pay that comes next of each kind: the next January's from February on. */
function yearOf(kind: SpecialPayKind, now = new Date()): number {
  const year = now.getFullYear()
  return kind === 'QUINCENA_25' && now.getMonth() > 0 ? year + 1 : year
}

interface MakeDialogProps {
  payrolls: readonly Pick<Payroll, '_id' | 'name'>[]
  onClose: () => void
}

/** The special pay of a payroll: its kind, its year, and of a bonus how much. */
export function MakeDialog({ payrolls, onClose }: MakeDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const make = useMakeSpecialRun()
  const first: SpecialPayKind = new Date().getMonth() === 0 ? 'QUINCENA_25' : 'AGUINALDO'
  const { control, handleSubmit, setValue, setError, watch, formState } = useZodForm(form, {
    payroll: payrolls[0]?._id ?? '',
    kind: first,
    year: String(yearOf(first)),
    usd: undefined,
    percent: '',
  } as Values)
  // A kind or a year is chosen again by one press; an amount is typed.
  const { usd, percent } = formState.dirtyFields
  const { saved, leave } = useUnsavedChanges(Boolean(usd || percent))
  const close = () => leave(onClose)
  const kind = watch('kind')
  const year = new Date().getFullYear()
  const send = handleSubmit((body: SpecialRunBody) =>
    make.mutate(
      { payrollId: watch('payroll'), body },
      {
        onSuccess: (id) => {
          saved()
          void navigate(paths.specialRun(id))
        },
        onError: (error) => {
          if (!showFaults(error, ['year', 'usd', 'percent'], setError)) toastError(error.message)
        },
      },
    ),
  )
  return (
    <AppDialog
      onClose={close}
      title={t('specialRuns.make')}
      busy={make.isPending}
      onSubmit={send}
      actions={
        <>
          <Button onClick={close}>{t('specialRuns.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={make.isPending}>
            {t('specialRuns.create')}
          </Button>
        </>
      }
    >
      <Grid gap={4}>
        <Text as="p" tone="ink2" m={0}>
          {t('specialRuns.makeDetail')}
        </Text>
        {payrolls.length > 1 && (
          <SelectField
            control={control}
            name="payroll"
            label={t('specialRuns.payroll')}
            options={payrolls.map(({ _id, name }) => ({ value: _id, text: name }))}
          />
        )}
        <RadioRows
          label={t('specialRuns.make')}
          value={kind}
          onChange={(chosen) => {
            setValue('kind', chosen)
            setValue('year', String(yearOf(chosen)))
          }}
          options={specialPayKinds.map((value) => ({
            value,
            title: t(`specialRuns.kind.${value}`),
            detail: t(`specialRuns.detail.${value}`),
          }))}
        />
        <SelectField
          control={control}
          name="year"
          label={t('specialRuns.year')}
          options={[year - 1, year, year + 1]
            .filter((each) => kind !== 'QUINCENA_25' || each >= 2027)
            .map((each) => ({ value: String(each), text: String(each) }))}
        />
        {kind === 'BONUS' && (
          <Grid gap={4} columns={{ xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}>
            <MoneyField control={control} name="usd" label={t('specialRuns.amount')} />
            <TextField
              control={control}
              name="percent"
              label={t('specialRuns.percent')}
              inputMode="numeric"
              autoComplete="off"
            />
          </Grid>
        )}
      </Grid>
    </AppDialog>
  )
}
