import Box from '@mui/material/Box'

/** A text in a table's row; what two lines do not hold is its tooltip. */
export function TwoLines({ text, lineHeight }: { text: string; lineHeight?: number }) {
  return (
    <Box
      title={text}
      sx={{
        display: '-webkit-box',
        WebkitLineClamp: 2,
        WebkitBoxOrient: 'vertical',
        overflow: 'hidden',
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
        lineHeight,
      }}
    >
      {text}
    </Box>
  )
}
