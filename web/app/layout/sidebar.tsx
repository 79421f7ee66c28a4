import Box from '@mui/material/Box'
import { Block } from '#web/ui/layout.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { Navigation } from './navigation.tsx'
import { PaydayRuler } from './payday-ruler.tsx'

export function Sidebar() {
  return (
    <Box
      component="aside"
      sx={{
        position: 'sticky',
        top: 0,
        flex: 'none',
        display: 'flex',
        flexDirection: 'column',
        width: 232,
        height: '100vh',
        pt: 6,
        borderRight: 1,
        borderColor: 'line',
        overflowY: 'auto',
      }}
    >
      <Block px={7} mb="47px">
        <Wordmark />
      </Block>
      <Navigation />
      <PaydayRuler />
    </Box>
  )
}
