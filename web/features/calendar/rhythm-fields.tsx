import { type Control, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Block, Grid } from '#web/ui/layout.tsx'
import { RadioRows } from '#web/ui/radio-rows.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Text } from '#web/ui/text.tsx'
import type { ScheduleForm } from './schedule-form.ts'

interface RhythmFieldsProps {
  control: Control<ScheduleForm, unknown, ScheduleForm>
  every: ScheduleForm['every']
}

/** How often, and on which days. */
export function RhythmFields({ control, every }: RhythmFieldsProps) {
  const { t } = useTranslation()
  const { field } = useController({ control, name: 'every' })
  const days = useDays()
  const weekdays = ([1, 2, 3, 4, 5, 6, 7] as const).map((day) => ({
    value: String(day),
    text: t(`calendar.weekdays.${day}`),
  }))
  return (
    <Block>
      <Text as="div" size={13.5} strong mb={2}>
        {t('calendar.schedule.every')}
      </Text>
      <RadioRows
        label={t('calendar.schedule.every')}
        value={field.value}
        onChange={field.onChange}
        inLine
        dense
        options={[
          {
            value: 'FORTNIGHT',
            title: t('calendar.schedule.FORTNIGHT'),
            detail: t('calendar.schedule.fortnightUsual'),
          },
          {
            value: 'MONTH',
            title: t('calendar.schedule.MONTH'),
            detail: t('calendar.schedule.monthDetail'),
          },
          {
            value: 'WEEK',
            title: t('calendar.schedule.WEEK'),
            detail: t('calendar.schedule.weekDetail'),
          },
        ]}
      />
      <Grid columns={{ xs: '1fr 1fr' }} gap={3} mt={3}>
        {every === 'FORTNIGHT' && (
          <>
            <SelectField
              control={control}
              name="first"
              label={t('calendar.schedule.firstDay')}
              options={days}
            />
            <SelectField
              control={control}
              name="second"
              label={t('calendar.schedule.secondDay')}
              options={days}
            />
          </>
        )}
        {every === 'MONTH' && (
          <SelectField
            control={control}
            name="monthDay"
            label={t('calendar.schedule.dayOfMonth')}
            options={days}
          />
        )}
        {every === 'WEEK' && (
          <SelectField
            control={control}
            name="weekday"
            label={t('calendar.schedule.weekday')}
            options={weekdays}
          />
        )}
      </Grid>
    </Block>
  )
}

function useDays() {
  const { t } = useTranslation()
  // The 31st is the last day of every month.
  const numbers = Array.from({ length: 30 }, (_, index) => String(index + 1))
  return [
    ...numbers.map((value) => ({ value, text: value })),
    { value: 'LAST', text: t('calendar.schedule.last') },
  ]
}
