import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '#web/ui/panel.tsx'
import { AmountSkeleton, TextSkeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

/** A payroll's money while it is being asked for: every bar where its text will stand. */
export function DetailsSkeleton() {
  const { t } = useTranslation()
  return (
    <>
      <VisuallyHidden role="status">{t('ui.loading')}</VisuallyHidden>
      <Panel flush>
        <Box
          aria-hidden
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 531fr) minmax(0, 605fr)' },
          }}
        >
          <Box sx={{ p: { xs: '18px', md: '24px 28px' } }}>
            <Line height={20} left={<TextSkeleton width={58} />} />
            <Line height={55} left={<TextSkeleton width={212} height={36} />} />
            <Line height={28} left={<TextSkeleton width={144} height={13} />} />
            <Line height={39} left={<TextSkeleton width="100%" height={5} />} />
            <Line
              height={30}
              left={<TextSkeleton width={132} />}
              right={<TextSkeleton width={98} />}
            />
            <Box sx={{ mt: 3.5, pt: 3.5, borderTop: 1, borderColor: 'line' }}>
              <Line height={42} left={<TextSkeleton width={92} />} right={<AmountSkeleton />} />
            </Box>
          </Box>
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: { xs: 4, sm: 6 },
              p: { xs: '18px', md: 6 },
              borderTop: { xs: 1, lg: 0 },
              borderLeft: { lg: 1 },
              borderColor: { xs: 'line', lg: 'line' },
            }}
          >
            <Skeleton
              variant="rectangular"
              sx={{
                flex: 'none',
                width: { xs: 142, sm: 166 },
                height: { xs: 142, sm: 166 },
                borderRadius: '10px',
              }}
            />
            <Box
              sx={{
                display: 'grid',
                gridTemplateColumns: 'minmax(0, 1fr)',
                gap: 3.5,
                flex: 1,
                minWidth: 0,
              }}
            >
              <TextSkeleton width={96} />
              <TextSkeleton width={292} />
              <TextSkeleton width={238} />
            </Box>
          </Box>
        </Box>
        <Box
          aria-hidden
          sx={{
            px: { xs: '18px', md: 7 },
            py: { xs: 3, md: 1.5 },
            borderTop: 1,
            borderColor: 'line',
          }}
        >
          <Box sx={{ height: { xs: 44, sm: 22, md: 43 }, display: 'flex', alignItems: 'center' }}>
            <TextSkeleton width={420} />
          </Box>
          <Box sx={{ display: { md: 'none' }, mt: 1 }}>
            <Line height={44} left={<TextSkeleton width={160} />} />
          </Box>
        </Box>
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
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', height }}>
      {left}
      {right}
    </Box>
  )
}
