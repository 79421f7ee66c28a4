import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { Panel, textInset } from '#web/ui/panel.tsx'
import { AmountSkeleton, QrSkeleton, TextSkeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

/** A payroll's money while it is being asked for: every bar where its text will stand. */
export function DetailsSkeleton() {
  const { t } = useTranslation()
  return (
    <>
      <VisuallyHidden role="status">{t('ui.loading')}</VisuallyHidden>
      <Panel flush>
        <Grid
          aria-hidden
          columns={{ xs: 'minmax(0, 1fr)', lg: 'minmax(0, 531fr) minmax(0, 605fr)' }}
        >
          <Block p={{ xs: '18px', md: '24px 28px' }}>
            <Line height={20} left={<TextSkeleton width={58} />} />
            <Line height={55} left={<TextSkeleton width={212} height={36} />} />
            <Line height={28} left={<TextSkeleton width={144} height={13} />} />
            <Line height={39} left={<TextSkeleton width="100%" height={5} />} />
            <Line
              height={30}
              left={<TextSkeleton width={132} />}
              right={<TextSkeleton width={98} />}
            />
            <Block mt={3.5} pt={3.5} lineAbove>
              <Line height={42} left={<TextSkeleton width={92} />} right={<AmountSkeleton />} />
            </Block>
          </Block>
          <Row
            lineAbove={{ xs: true, lg: false }}
            lineLeft={{ lg: true }}
            gap={{ xs: 4, sm: 6 }}
            p={{ xs: '18px', md: 6 }}
          >
            <QrSkeleton />
            <Grid columns="minmax(0, 1fr)" gap={3.5} flex={1} minWidth={0}>
              <TextSkeleton width={96} />
              <TextSkeleton width={292} />
              <TextSkeleton width={238} />
            </Grid>
          </Row>
        </Grid>
        <Block aria-hidden px={textInset} py={{ xs: 3, md: 1.5 }} lineAbove>
          <Row height={{ xs: 44, sm: 22, md: 43 }}>
            <TextSkeleton width={420} />
          </Row>
          <Block hideFrom="md" mt={1}>
            <Line height={44} left={<TextSkeleton width={160} />} />
          </Block>
        </Block>
      </Panel>
    </>
  )
}

interface LineProps {
  height: number
  left: ReactNode
  right?: ReactNode
}

function Line({ height, left, right }: LineProps) {
  return (
    <Row justify="between" height={height}>
      {left}
      {right}
    </Row>
  )
}
