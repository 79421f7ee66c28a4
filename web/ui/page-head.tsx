import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { asLeft } from '#web/lib/list-places.ts'
import { ChevronLeftIcon } from './icons/chevron-left.tsx'

interface BackLinkProps {
  to: string
  text: string
}

const backStyle = {
  display: 'inline-flex',
  alignItems: 'center',
  ml: '-5px',
  py: 1,
  fontSize: '0.875rem',
  color: 'ink2',
  textDecoration: 'none',
  borderRadius: '4px',
  '&:hover': { color: 'ink' },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'anil' },
}

export function BackLink({ to, text }: BackLinkProps) {
  return (
    <Box component={Link} to={asLeft(to)} sx={backStyle}>
      <ChevronLeftIcon sx={{ fontSize: 19 }} />
      {text}
    </Box>
  )
}

/** A link back to an earlier step of this screen. */
export function BackButton({ onClick, text }: { onClick: () => void; text: string }) {
  return (
    <ButtonBase onClick={onClick} sx={backStyle}>
      <ChevronLeftIcon sx={{ fontSize: 19 }} />
      {text}
    </ButtonBase>
  )
}

interface PageHeadProps {
  back?: BackLinkProps
  title: ReactNode
  /** Beside the title: a Tag or a StateChip. */
  badge?: ReactNode
  /** The one grey line beneath. */
  detail?: ReactNode
  /** Actions at the right; beneath on phones, where the main one fills the line. */
  actions?: ReactNode
}

export function PageHead({ back, title, badge, detail, actions }: PageHeadProps) {
  return (
    <Box component="header" sx={{ mb: { xs: 5, md: 6 } }}>
      {back && (
        <Box sx={{ mb: '7px' }}>
          <BackLink {...back} />
        </Box>
      )}
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', sm: 'row' },
          alignItems: { xs: 'stretch', sm: detail ? 'flex-end' : 'center' },
          justifyContent: 'space-between',
          gap: 4,
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          {/* The badge stands behind the last word of a title that takes two lines. */}
          <div>
            <Typography
              variant="h1"
              sx={{
                display: badge ? 'inline' : 'block',
                mr: badge ? 3 : 0,
                overflowWrap: 'anywhere',
              }}
            >
              {title}
            </Typography>
            {badge && (
              <Box
                component="span"
                sx={{
                  display: 'inline-flex',
                  verticalAlign: 'middle',
                  // On a phone it mostly stands beneath the title, whose letters it must not cover.
                  mt: { xs: '4px', sm: '-6px' },
                }}
              >
                {badge}
              </Box>
            )}
          </div>
          {detail && <Typography sx={{ mt: 1, color: 'ink2' }}>{detail}</Typography>}
        </Box>
        {actions && (
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              flex: 'none',
              gap: 3,
              '& > *': { flex: { xs: 1, sm: 'none' } },
              '& > .MuiButton-root': { minWidth: 'max-content' },
            }}
          >
            {actions}
          </Box>
        )}
      </Box>
    </Box>
  )
}
