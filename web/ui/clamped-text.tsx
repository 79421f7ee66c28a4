import Box from '@mui/material/Box'

interface ClampedTextProps {
  text: string
  lineHeight?: number
  /** Three lines for names of people: last names distinguish them. */
  lines?: 2 | 3
  /** The text is the program's own: the browser's translator may translate it, as it may no name. */
  words?: boolean
}

/** A text in a table's row; what its lines do not hold is its tooltip. */
export function ClampedText({ text, lineHeight, lines = 2, words = false }: ClampedTextProps) {
  return (
    <Box
      title={text}
      translate={words ? undefined : 'no'}
      sx={{
        display: '-webkit-box',
        WebkitLineClamp: lines,
        WebkitBoxOrient: 'vertical',
        overflow: 'hidden',
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
        lineHeight,
        // Three are taller than the row, which then grows.
        my: lines === 3 ? '5px' : 0,
      }}
    >
      {text}
    </Box>
  )
}
