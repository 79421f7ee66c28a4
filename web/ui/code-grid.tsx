import Box from '@mui/material/Box'
import { Text } from './text.tsx'

interface CodeGridProps {
  label: string
  codes: readonly string[]
}

/** Codes to be kept, in the cells of a panel. */
export function CodeGrid({ label, codes }: CodeGridProps) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        // The lines are what shows between the cells.
        gap: '1px',
        bgcolor: 'line',
        borderBottom: 1,
        borderColor: 'line',
        gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(5, 1fr)' },
      }}
    >
      {codes.map((code) => (
        <Text
          key={code}
          as="li"
          py={2.5}
          textAlign="center"
          ground="surface"
          mono
          size={15}
          weight={500}
        >
          {code}
        </Text>
      ))}
    </Box>
  )
}
