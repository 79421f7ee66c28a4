import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Text } from '#web/ui/text.tsx'
import type { RoleAct } from './who-may.ts'

/** The acts that somebody of another role looks for in vain. */
export type SoughtAct = Extract<
  RoleAct,
  | 'manageTeam'
  | 'changeRules'
  | 'changeCompany'
  | 'unfreeze'
  | 'changeEmployees'
  | 'changePayrolls'
  | 'runPayment'
  | 'approve'
  | 'readAudit'
  | 'acknowledgeRecords'
  | 'seeSystem'
>

interface WhoCanProps extends Omit<ComponentProps<typeof Text>, 'children'> {
  act: SoughtAct
}

/** Stands where a button would be expected that the person's role cannot press. */
export function WhoCan({ act, ...props }: WhoCanProps) {
  const { t } = useTranslation()
  return (
    <Text variant="body2" tone="ink2" {...props}>
      {t(`roles.whoCan.${act}`)}
    </Text>
  )
}
