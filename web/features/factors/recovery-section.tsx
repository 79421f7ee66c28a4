import { useTranslation } from 'react-i18next'
import type { Factors } from '#contract/factors.ts'
import { useWhen } from '#web/shared/factors/use-when.ts'
import { Button } from '#web/ui/controls.tsx'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { RecoveryCodeList } from './recovery-codes.tsx'

/** The number of codes left at which somebody is asked to make others. */
const fewCodes = 2

interface RecoverySectionProps {
  recovery: Factors['recoveryCodes']
  /** The ten, just made: nobody sees them again. */
  fresh: { codes: readonly string[]; replaced: boolean } | null
  onMake: () => void
  onKept: () => void
  busy: boolean
}

/** Whether there are recovery codes and how many are left; the ten themselves once. */
export function RecoverySection({ recovery, fresh, onMake, onKept, busy }: RecoverySectionProps) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('factors.recovery.title')} detail={t('factors.recovery.detail')}>
      <FullRow>
        {fresh ? (
          <RecoveryCodeList codes={fresh.codes} replaced={fresh.replaced} onKept={onKept} />
        ) : (
          <Row wrap justify="between" gap={3}>
            <Block flex="1 1 220px" minWidth={0}>
              <Left recovery={recovery} />
            </Block>
            <Button onClick={onMake} disabled={busy} flex={{ xs: '1 1 100%', sm: 'none' }}>
              {t(recovery ? 'factors.recovery.others' : 'factors.recovery.make')}
            </Button>
          </Row>
        )}
      </FullRow>
    </FormSection>
  )
}

function Left({ recovery }: Pick<RecoverySectionProps, 'recovery'>) {
  const { t } = useTranslation()
  const when = useWhen()
  if (!recovery) {
    return (
      <Text variant="body2" tone="ink2">
        {t('factors.recovery.none')}
      </Text>
    )
  }
  const { left, of, createdAt } = recovery
  const isFew = left <= fewCodes
  return (
    <>
      <Row gap={2} strong tone={isFew ? 'amber' : 'ink'}>
        {isFew && <Mark name="alert" />}
        {t('factors.recovery.left', { count: left, of })}
      </Row>
      <Text variant="secondary" tone="ink2">
        {isFew ? t('factors.recovery.few') : t('factors.recovery.made', { when: when(createdAt) })}
      </Text>
    </>
  )
}
