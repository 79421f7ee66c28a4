import Collapse from '@mui/material/Collapse'
import { useState } from 'react'
import { useController, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import type { Schedule } from '#contract/schedules.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { sayNeeded } from '#web/lib/missing-sentence.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { useRemoveSchedule, useSaveSchedule, useSchedule } from '#web/shared/calendar/api.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { DayField } from '#web/ui/day-field.tsx'
import { Block, Grid } from '#web/ui/layout.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RadioRows } from '#web/ui/radio-rows.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { ModeChoice } from './mode-choice.tsx'
import { NextDates } from './next-dates.tsx'
import { ChangeRefusal } from './refused.tsx'
import { RhythmFields } from './rhythm-fields.tsx'
import {
  bodyOf,
  inForm,
  localZone,
  type ScheduleForm,
  scheduleForm,
  toScheduleForm,
} from './schedule-form.ts'

interface ScheduleDialogProps {
  payroll: Payroll
  onClose: () => void
}

/** 'Cuándo se paga': rhythm, hour, closed days, and how much Quincena does by itself. */
export function ScheduleDialog({ payroll, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useSchedule(payroll._id)
  if (data) return <Loaded payroll={payroll} schedule={data.schedule} onClose={onClose} />
  return (
    <AppDialog onClose={onClose} title={t('calendar.schedule.title')} size="progress" textOnly>
      {error ? (
        <LoadFailed
          title={t('calendar.schedule.loadFailed')}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Grid gap={4} role="status" aria-label={t('ui.loading')}>
          <TextSkeleton width={260} />
          <TextSkeleton width={400} height={60} />
          <TextSkeleton width={400} height={60} />
        </Grid>
      )}
    </AppDialog>
  )
}

const allFields = [
  'every',
  'first',
  'second',
  'monthDay',
  'weekday',
  'hour',
  'startsOn',
  'endsOn',
  'mode',
] as const

function Loaded({
  payroll,
  schedule,
  onClose,
}: ScheduleDialogProps & { schedule: Schedule | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { can } = useRole()
  const save = useSaveSchedule(payroll._id)
  const remove = useRemoveSchedule(payroll._id)
  const form = useZodForm(scheduleForm, toScheduleForm(schedule))
  const { control, handleSubmit, setError, formState, watch } = form
  const { saved, leave } = useUnsavedChanges(formState.isDirty)
  const timeZone = schedule?.timeZone ?? localZone
  const busy = save.isPending || remove.isPending

  const done = (text: string, detail?: string) => {
    saved()
    toastSuccess(text, detail)
    onClose()
  }
  const send = handleSubmit((values) =>
    save.mutate(bodyOf(values, timeZone), {
      onSuccess: ({ missing }) => done(t('calendar.schedule.saved'), sayNeeded(missing).join(' ')),
      onError: (error) => showFaults(inForm(error, values.every), allFields, setError),
    }),
  )
  return (
    <AppDialog
      onClose={() => leave(onClose)}
      title={t('calendar.schedule.title')}
      size="progress"
      busy={busy}
      onSubmit={send}
      note={t('calendar.schedule.note')}
      actions={
        <>
          {schedule && (
            <Button
              variant="text"
              disabled={busy}
              onClick={() =>
                remove.mutate(undefined, {
                  onSuccess: () => done(t('calendar.schedule.removed')),
                })
              }
            >
              {t('calendar.schedule.remove')}
            </Button>
          )}
          <Button onClick={() => leave(onClose)} disabled={busy}>
            {t('ui.close')}
          </Button>
          <Button type="submit" variant="contained" disabled={busy}>
            {t('ui.form.save')}
          </Button>
        </>
      }
    >
      <Grid gap={5} columns="minmax(0, 1fr)">
        <Text tone="ink2" breakWords>
          {t('calendar.schedule.detail', {
            count: payroll.employees,
            name: payroll.name,
            people: format.count(payroll.employees),
            amount: format.usd(payroll.totalAmount),
          })}
        </Text>
        {schedule?.remindsOnly && (
          <Notice tone="amber">
            {t(
              can('changeCompany')
                ? 'calendar.schedule.remindsOnly'
                : 'calendar.schedule.modes.remindsOnly',
            )}
          </Notice>
        )}
        <RhythmFields control={control} every={watch('every')} />
        <HourAndClosed control={control} timeZone={timeZone} />
        <ModeChoice control={control} />
        <More control={control} />
        <NextDates form={watch()} timeZone={timeZone} />
        <ChangeRefusal error={inForm(save.error, watch('every'))} fields={allFields} />
      </Grid>
    </AppDialog>
  )
}

type Control = ReturnType<typeof useZodForm<ScheduleForm, typeof scheduleForm>>['control']

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

function HourAndClosed({ control, timeZone }: { control: Control; timeZone: string }) {
  const { t } = useTranslation()
  const { field: hour } = useController({ control, name: 'hour' })
  const { field: closed } = useController({ control, name: 'whenClosed' })
  const options = [...new Set([...hours, hour.value])].toSorted()
  return (
    <Grid columns={{ xs: 'minmax(0, 1fr)', sm: '168px minmax(0, 1fr)' }} gap={3} align="start">
      <SelectField
        control={control}
        name="hour"
        label={
          timeZone === localZone
            ? t('calendar.schedule.hour')
            : t('calendar.schedule.hourIn', { zone: timeZone })
        }
        options={options.map((value) => ({ value, text: value.replace(/^0/, '') }))}
      />
      <Block minWidth={0}>
        <Text as="div" size={13.5} strong mb={2}>
          {t('calendar.schedule.closed')}
        </Text>
        <RadioRows
          label={t('calendar.schedule.closed')}
          value={closed.value}
          onChange={closed.onChange}
          inLine
          dense
          options={[
            {
              value: 'BEFORE',
              title: t('calendar.schedule.BEFORE'),
              detail: t('calendar.schedule.beforeDetail'),
            },
            {
              value: 'AFTER',
              title: t('calendar.schedule.AFTER'),
              detail: t('calendar.schedule.afterDetail'),
            },
          ]}
        />
      </Block>
    </Grid>
  )
}

/** Seldom changed: when it begins and ends, and Saturdays. */
function More({ control }: { control: Control }) {
  const { t } = useTranslation()
  const { field } = useController({ control, name: 'saturdays' })
  const { errors } = useFormState({ control, name: ['startsOn', 'endsOn'] })
  const [isUnfolded, setUnfolded] = useState(false)
  // A fault is never folded away.
  const isOpen = isUnfolded || errors.startsOn !== undefined || errors.endsOn !== undefined
  return (
    <Block>
      <Button
        variant="text"
        size="small"
        aria-expanded={isOpen}
        onClick={() => setUnfolded(!isOpen)}
        ml={-2}
      >
        {t('calendar.schedule.more')}
      </Button>
      <Collapse in={isOpen} unmountOnExit>
        <Grid columns={{ xs: 'minmax(0, 1fr)', sm: '1fr 1fr' }} gap={4} mt={2}>
          <DayField
            control={control}
            name="startsOn"
            label={t('calendar.schedule.startsOn')}
            optional
          />
          <DayField
            control={control}
            name="endsOn"
            label={t('calendar.schedule.endsOn')}
            optional
          />
        </Grid>
        <Text as="label" mt={3} style={{ display: 'flex', alignItems: 'center', gap: 10 }}>
          <input
            type="checkbox"
            checked={field.value === 'OPEN'}
            onChange={({ target }) => field.onChange(target.checked ? 'OPEN' : 'CLOSED')}
          />
          {t('calendar.schedule.saturdays')}
        </Text>
      </Collapse>
    </Block>
  )
}
