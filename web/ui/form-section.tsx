import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

interface FormSectionProps {
  title: string
  /** The end of an address that leads here. */
  anchor?: string
  /** A sentence beneath the title. */
  detail?: ReactNode
  /** Fields in two columns; a FullRow takes both. */
  children: ReactNode
}

/** A form's row: name and sentence left, fields right. */
export function FormSection({ title, anchor, detail, children }: FormSectionProps) {
  const titleId = useId()
  return (
    <Box
      component="section"
      id={anchor}
      aria-labelledby={titleId}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '264px minmax(0, 1fr)' },
        rowGap: 5,
        py: 5,
        borderTop: 1,
        borderColor: 'line',
      }}
    >
      <Box sx={{ pr: { md: 10 } }}>
        <Typography id={titleId} variant="h3" component="h2">
          {title}
        </Typography>
        <Typography variant="body2" sx={{ mt: 1, color: 'ink2' }}>
          {detail}
        </Typography>
      </Box>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          columnGap: 5,
          rowGap: '18px',
          alignItems: 'start',
        }}
      >
        {children}
      </Box>
    </Box>
  )
}

/** Across both columns. */
export function FullRow({ children }: { children: ReactNode }) {
  return <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>{children}</Box>
}
