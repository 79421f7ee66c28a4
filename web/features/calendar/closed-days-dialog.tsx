import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { closedDay } from '#contract/company.ts'
import { listNamedClosedDays } from '#domain/schedule/closed-days.ts'
import { addDays } from '#domain/schedule/day.ts'
import { ApiError } from '#web/lib/api.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import {
  type ClosedDay,
  useClosedDays,
  useSaveClosedDays,
} from '#web/shared/calendar/closed-days.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button, IconButton } from '#web/ui/controls.tsx'
import { DayField } from '#web/ui/day-field.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { DeleteIcon } from '#web/ui/icons/delete.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { localDayOf } from './months.ts'
import { ChangeRefusal } from './refused.tsx'

interface ClosedDaysDialogProps {
  onClose: () => void
}

/** 'Días que no se trabaja': the company's own, and the holidays of a year to come. */
export function ClosedDaysDialog({ onClose }: ClosedDaysDialogProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useClosedDays()
  if (data) return <Loaded days={data} onClose={onClose} />
  return (
    <AppDialog onClose={onClose} title={t('calendar.closed.title')} textOnly>
      {error ? (
        <LoadFailed
          title={t('calendar.closed.loadFailed')}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Grid gap={4} role="status" aria-label={t('ui.loading')}>
          <TextSkeleton width={260} />
          <TextSkeleton width={320} />
        </Grid>
      )}
    </AppDialog>
  )
}

const fields = ['day', 'name'] as const

/** The call names a place in its list, this form its two fields. */
function inForm(error: Error | null): Error | null {
  if (!(error instanceof ApiError)) return error
  const { code, message, status, data } = error
  const faults = error.faults.map((fault) => ({
    ...fault,
    path: fault.path.endsWith('.name') ? 'name' : 'day',
  }))
  return new ApiError(code, message, { status, data, faults })
}

function Loaded({ days, onClose }: ClosedDaysDialogProps & { days: readonly ClosedDay[] }) {
  const { t } = useTranslation()
  const save = useSaveClosedDays()
  const { control, handleSubmit, setError, reset, formState } = useZodForm(closedDay, {
    day: '',
    name: '',
  })
  const { leave } = useUnsavedChanges(formState.isDirty)
  const close = () => leave(onClose)
  const today = localDayOf(Date.now())
  const own = days
    .filter(({ day }) => day >= today)
    .toSorted((first, second) => (first.day < second.day ? -1 : 1))
  const add = handleSubmit((added) =>
    save.mutate([...days, added], {
      onSuccess: () => reset(),
      onError: (error) => showFaults(inForm(error), fields, setError),
    }),
  )
  return (
    <AppDialog
      onClose={close}
      title={t('calendar.closed.title')}
      busy={save.isPending}
      onSubmit={add}
      actions={
        <>
          <Button onClick={close} disabled={save.isPending}>
            {t('ui.close')}
          </Button>
          <Button type="submit" variant="contained" disabled={save.isPending}>
            {t('calendar.closed.add')}
          </Button>
        </>
      }
    >
      <Grid gap={5} columns="minmax(0, 1fr)">
        <Text tone="ink2">{t('calendar.closed.text')}</Text>
        <Grid columns={{ xs: 'minmax(0, 1fr)', sm: '168px minmax(0, 1fr)' }} gap={3} align="start">
          <DayField control={control} name="day" label={t('calendar.closed.day')} />
          <TextField
            control={control}
            name="name"
            label={t('calendar.closed.name')}
            maxLength={100}
            autoComplete="off"
          />
        </Grid>
        <ChangeRefusal error={inForm(save.error)} fields={fields} />
        <Days title={t('calendar.closed.own')} days={own} none={t('calendar.closed.none')}>
          {(one) => (
            <IconButton
              size="small"
              disabled={save.isPending}
              aria-label={t('calendar.closed.remove', { name: one.name })}
              onClick={() => save.mutate(days.filter(({ day }) => day !== one.day))}
            >
              <DeleteIcon />
            </IconButton>
          )}
        </Days>
        <Days
          title={t('calendar.closed.law')}
          days={listNamedClosedDays([], today, addDays(today, 365))}
        />
      </Grid>
    </AppDialog>
  )
}

interface DaysProps {
  title: string
  days: readonly ClosedDay[]
  none?: string
  children?: (day: ClosedDay) => ReactNode
}

const noon = (day: string) => new Date(`${day}T18:00:00Z`)

function Days({ title, days, none, children }: DaysProps) {
  const format = useFormat()
  return (
    <Block>
      <Text as="div" size={13.5} strong mb={2}>
        {title}
      </Text>
      {days.length === 0 && <Text tone="ink2">{none}</Text>}
      <Grid as="ul" columns="minmax(0, 1fr)">
        {days.map((one, index) => (
          <Row
            key={one.day}
            as="li"
            justify="between"
            align="center"
            gap={3}
            minHeight={40}
            lineAbove={index > 0}
          >
            <Text as="span" size={14.5} breakWords>
              {one.name}
            </Text>
            <Row as="span" align="center" gap={2}>
              <Text as="span" size={13.5} tone="ink2" noWrap>
                {`${format.weekday(noon(one.day))} ${format.date(noon(one.day))}`}
              </Text>
              {children?.(one)}
            </Row>
          </Row>
        ))}
      </Grid>
    </Block>
  )
}
