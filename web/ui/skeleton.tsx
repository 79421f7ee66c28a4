import Box from '@mui/material/Box'
import MuiSkeleton from '@mui/material/Skeleton'
import { VisuallyHidden } from './visually-hidden.tsx'

/** A bar as high as a line's letters, `width` in px or %. Hidden from screen readers. */
export function TextSkeleton({ width, height = 12 }: { width: number | string; height?: number }) {
  return (
    <MuiSkeleton
      aria-hidden
      variant="rectangular"
      width={width}
      height={height}
      sx={{ maxWidth: '100%', borderRadius: '6px' }}
    />
  )
}

/** The two lines of an amount. */
export function AmountSkeleton({ align = 'right' }: { align?: 'left' | 'right' }) {
  return (
    <Box
      aria-hidden
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: align === 'right' ? 'flex-end' : 'flex-start',
        gap: '7px',
      }}
    >
      <TextSkeleton width={66} height={13} />
      <TextSkeleton width={82} height={9} />
    </Box>
  )
}

/** A label and its input. */
export function FieldSkeleton() {
  return (
    <Box aria-hidden>
      <Box sx={{ py: '3px', mb: '6px' }}>
        <TextSkeleton width={96} />
      </Box>
      <MuiSkeleton variant="rectangular" height={46} sx={{ borderRadius: '10px' }} />
    </Box>
  )
}

/** The small squares of a row's actions. */
export function ActionsSkeleton({ count = 2 }: { count?: number }) {
  return (
    <Box aria-hidden sx={{ display: 'flex', justifyContent: 'flex-end', gap: 3 }}>
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <MuiSkeleton key={index} variant="rectangular" width={18} height={18} />
      ))}
    </Box>
  )
}

/** A screen's title before it is known: screen readers get the general one. */
export function TitleSkeleton({ title }: { title: string }) {
  return (
    <Box component="span" sx={{ display: 'block', py: { xs: '2.6px', md: '5px' } }}>
      <VisuallyHidden>{title}</VisuallyHidden>
      <TextSkeleton width={260} height={26} />
    </Box>
  )
}

/** The grey line beneath it. */
export function DetailSkeleton() {
  return (
    <Box component="span" sx={{ display: 'block', py: '5px' }}>
      <TextSkeleton width={200} />
    </Box>
  )
}

/** A QR code; smaller on phones. */
export function QrSkeleton() {
  const side = { xs: 142, sm: 166 }
  return (
    <MuiSkeleton
      variant="rectangular"
      sx={{ flex: 'none', width: side, height: side, borderRadius: '10px' }}
    />
  )
}
