import Box from '@mui/material/Box'
import { Children, type ReactNode } from 'react'

const gap = '0.75em'

/** Short texts with dots between them; where they take several lines, none begins or ends with a dot. */
export function DotSeparated({ children }: { children: ReactNode }) {
  return (
    <Box component="span" sx={{ display: 'block', overflow: 'hidden' }}>
      {/* The dot before the first of a line lies outside of what is seen. */}
      <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', ml: `-${gap}` }}>
        {Children.map(
          children,
          (child) =>
            child && (
              <Box
                component="span"
                sx={{
                  position: 'relative',
                  minWidth: 0,
                  pl: gap,
                  overflowWrap: 'anywhere',
                  '&::before': {
                    content: '"·"',
                    position: 'absolute',
                    left: 0,
                    width: gap,
                    textAlign: 'center',
                  },
                }}
              >
                {child}
              </Box>
            ),
        )}
      </Box>
    </Box>
  )
}
