import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'
import { Hidden } from '#web/ui/hidden.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'

/** A payroll's page while it is being asked for: as high as it will be. */
export function DetailsSkeleton() {
  const { t } = useTranslation()
  return (
    <>
      <Hidden role="status">{t('ui.loading')}</Hidden>
      <Panel flush sx={{ minHeight: { xs: 560, md: 356 } }}>
        <Box
          aria-hidden
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 531fr) minmax(0, 605fr)' },
          }}
        >
          <Box sx={{ display: 'grid', gap: 5, alignContent: 'start', p: { xs: '18px', md: 7 } }}>
            <TextSkeleton width={62} />
            <TextSkeleton width={212} height={40} />
            <TextSkeleton width={144} />
            <TextSkeleton width="100%" height={5} />
            <TextSkeleton width={180} />
            <TextSkeleton width="60%" />
          </Box>
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 6,
              p: { xs: '18px', md: 6 },
              borderTop: { xs: 1, md: 0 },
              borderLeft: { md: 1 },
              borderColor: { xs: 'line', md: 'line' },
              minHeight: { md: 300 },
            }}
          >
            <Skeleton
              variant="rectangular"
              width={166}
              height={166}
              sx={{ borderRadius: '10px' }}
            />
            <Box sx={{ display: 'grid', gap: 3, flex: 1 }}>
              <TextSkeleton width={96} />
              <TextSkeleton width="80%" />
              <TextSkeleton width="64%" />
            </Box>
          </Box>
        </Box>
      </Panel>
    </>
  )
}
