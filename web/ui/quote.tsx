import Box from '@mui/material/Box'

/** Words of somebody else, or to be given to somebody. */
export const QuotedText = ({ children }: { children: string }) => (
  <Box
    component="blockquote"
    sx={{
      m: 0,
      mt: 4,
      pl: 4,
      borderLeft: 2,
      borderColor: 'line',
      fontSize: '0.84375rem',
      lineHeight: 1.45,
      color: 'ink2',
    }}
  >
    {children}
  </Box>
)
