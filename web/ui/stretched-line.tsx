import Box from '@mui/material/Box'

interface StretchedLineProps {
  path: string
  /** The path's own width and height. */
  width: number
  height: number
}

/** A line stretched to the room there is; its stroke is not. */
export const StretchedLine = ({ path, width, height }: StretchedLineProps) => (
  <Box
    component="svg"
    aria-hidden
    viewBox={`0 0 ${width} ${height}`}
    preserveAspectRatio="none"
    sx={{
      display: 'block',
      flex: { md: '1 1 72px' },
      width: '100%',
      height: { xs: 64, md: 'auto' },
      minHeight: 64,
      maxHeight: 230,
      mt: 4,
      overflow: 'visible',
    }}
  >
    <path
      d={path}
      fill="none"
      stroke="var(--q-palette-anil)"
      strokeWidth={1.75}
      strokeLinejoin="round"
      strokeLinecap="round"
      vectorEffect="non-scaling-stroke"
    />
  </Box>
)
