import { useTranslation } from 'react-i18next'
import { idleLimitMs } from '#contract/session-end.ts'
import { minuteMs } from '#domain/durations.ts'
import { useFormat } from '#web/lib/use-format.ts'
import type { LeftPage } from '#web/shared/auth/return-page.ts'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { kindOfPage } from './kind-of-page.ts'

/** Why somebody is here again, and where signing in leads. No names: nobody is signed in. */
export function LeftPageNote({ left }: { left: LeftPage }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { ending } = left
  const kind = kindOfPage(left.page)
  if (ending === null && kind === null) return null
  return (
    <Row as="div" role="status" align="start" gap={3} py={3.5} mt={-2.5} mb={6} lineAbove lineBelow>
      {ending && <Mark name="clock" tone="amber" mt="3px" />}
      <Block>
        {ending && (
          <Text strong size={14.5}>
            {t(`auth.left.why.${ending.why}`, {
              time: format.time(new Date(ending.at)),
              minutes: idleLimitMs / minuteMs,
            })}
          </Text>
        )}
        {kind && (
          <Text tone="ink2" size={14}>
            {t(`auth.left.${ending ? 'returns' : 'wants'}.${kind}`)}
          </Text>
        )}
      </Block>
    </Row>
  )
}
