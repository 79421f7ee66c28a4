import { SideBar } from '#web/ui/app-frame.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { Navigation } from './navigation.tsx'
import { PaydayRuler } from './payday-ruler.tsx'

export function Sidebar() {
  return (
    <SideBar>
      <Block px={7} mb="47px">
        <Wordmark />
      </Block>
      <Navigation />
      <PaydayRuler />
    </SideBar>
  )
}
