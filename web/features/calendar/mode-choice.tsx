import { useId } from 'react'
import { type Control, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { approvingRoles } from '#domain/roles.ts'
import { formFaultText } from '#web/lib/i18n.ts'
import { useApprovalRules } from '#web/shared/approval/rules-api.ts'
import { useTeam } from '#web/shared/team/api.ts'
import { FieldFault } from '#web/ui/field-fault.tsx'
import { Block } from '#web/ui/layout.tsx'
import { RadioRows } from '#web/ui/radio-rows.tsx'
import { Text } from '#web/ui/text.tsx'
import type { ScheduleForm } from './schedule-form.ts'

/** 'Qué hace Quincena': reminds, prepares the list, or pays by itself where approvals are in force. */
export function ModeChoice({ control }: { control: Control<ScheduleForm> }) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({ control, name: 'mode' })
  const { isOffered, sentence } = usePayOffer()
  const faultId = useId()
  const fault = formFaultText(fieldState.error?.message)
  return (
    <Block>
      <Text as="div" size={13.5} strong mb={2}>
        {t('calendar.one.mode')}
      </Text>
      <RadioRows
        label={t('calendar.one.mode')}
        value={field.value}
        onChange={field.onChange}
        inputRef={field.ref}
        error={fault !== undefined}
        describedBy={fault && faultId}
        options={[
          {
            value: 'REMIND',
            title: t('calendar.schedule.REMIND'),
            detail: t('calendar.schedule.remindDetail'),
          },
          {
            value: 'PREPARE',
            title: t('calendar.schedule.PREPARE'),
            detail: t('calendar.schedule.modes.prepareDetail'),
          },
          {
            value: 'PAY',
            title: t('calendar.schedule.PAY'),
            detail: (
              <>
                {t('calendar.schedule.modes.payDetail')}
                {sentence && (
                  <Text as="div" size={13.5} tone="ink">
                    {t(`calendar.schedule.modes.${sentence}`)}
                  </Text>
                )}
              </>
            ),
            // A mode that was chosen before can be kept, and the server has the last word.
            disabled: !isOffered && field.value !== 'PAY',
          },
        ]}
      />
      {fault && <FieldFault id={faultId}>{fault}</FieldFault>}
    </Block>
  )
}

/** Whether somebody can confirm each payday, and the sentence that belongs to it. */
function usePayOffer() {
  const users = useTeam().data?.users
  const rules = useApprovalRules().data
  if (!users || !rules) return { isOffered: false, sentence: null } as const
  if (users.length === 1) return { isOffered: true, sentence: 'payAlone' } as const
  const others = users.some(({ current, role }) => !current && approvingRoles.includes(role))
  const isOffered = others || rules.strongOnly || rules.tiers.length > 0
  return { isOffered, sentence: isOffered ? null : 'payNobody' } as const
}
