import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useQuietSince } from '#web/shared/network.ts'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { usePhone } from '#web/ui/use-phone.ts'

/** Under the header while the node tells nothing: since when, and that the money is where it was. */
export function QuietStrip() {
  const { t } = useTranslation()
  const format = useFormat()
  const since = useQuietSince()
  const now = useNow(30_000)
  const isToday = since !== null && format.day(since) === format.day(new Date(now))
  return (
    <div role="status">
      {since !== null && (
        <Strip aside={format.age(since, now)}>
          <b>
            {t('payday.quiet.since', {
              since: t(isToday ? 'payday.quiet.today' : 'payday.quiet.day', {
                time: format.time(since),
                day: format.day(since),
              }),
            })}
          </b>{' '}
          {t('payday.quiet.rest')}
        </Strip>
      )}
    </div>
  )
}

/** One line of the page under the header; two on phones. */
export function Strip({ children, aside }: { children: ReactNode; aside?: string }) {
  const phone = usePhone()
  return (
    <Row
      align={{ xs: 'start', md: 'center' }}
      lineBelow
      boldInk
      gap={2.5}
      minHeight={40}
      px={{ xs: 4, md: 9 }}
      py={{ xs: 2.5, md: 1.5 }}
      ground="page"
      size={{ xs: 13.5, md: 14 }}
      tone="ink2"
    >
      <Mark name="node" mt={phone ? '2px' : 0} />
      <Block flex={1}>{children}</Block>
      {aside && (
        <Block hideBelow="sm" flex="none">
          {aside}
        </Block>
      )}
    </Row>
  )
}
